import type { ClipboardEvent } from 'react'

/** Joins pasted lines with commas. A field of one line would otherwise join them without a separator. */
export function pasteLines(event: ClipboardEvent<HTMLInputElement>, onChange: (value: string) => void): void {
  const pasted = event.clipboardData.getData('text/plain').trim()
  if (!/[\r\n\t]/.test(pasted)) return
  event.preventDefault()
  const { value, selectionStart, selectionEnd } = event.currentTarget
  const before = value.slice(0, selectionStart ?? value.length)
  onChange(before + pasted.split(/[\r\n\t]+/).join(', ') + value.slice(selectionEnd ?? value.length))
}
