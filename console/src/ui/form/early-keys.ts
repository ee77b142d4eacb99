import { isTyping } from './typing.ts'

/**
 * A shortcut that was pressed before the screen was rendered, and the text typed after it. The shortcut opens a field, which takes
 * the text.
 */
interface EarlyKeys {
  opens: 'palette' | 'search'
  typed: string
}

export const onApple = /Mac|iPhone|iPad/.test(navigator.platform)

let early: EarlyKeys | null = null

/** True for Ctrl-K, or ⌘-K on Apple devices. */
export function opensPalette(event: KeyboardEvent): boolean {
  return event.key.toLowerCase() === 'k' && (onApple ? event.metaKey : event.ctrlKey) && !event.altKey && !event.shiftKey
}

/** Records the keys typed while the first screen is loading. Call once, at the start. */
export function recordEarlyKeys(): void {
  window.addEventListener('keydown', record)
}

function record(event: KeyboardEvent): void {
  // The screen is rendered and handles its own keys.
  if (document.querySelector('h1')) {
    early = null
    window.removeEventListener('keydown', record)
    return
  }
  if (isTyping(event.target)) return
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
  if (opensPalette(event)) early = { opens: 'palette', typed: '' }
  else if (!early && event.key === '/' && isPlain) early = { opens: 'search', typed: '' }
  else if (early && event.key === 'Backspace') early.typed = early.typed.slice(0, -1)
  else if (early && event.key.length === 1 && isPlain) early.typed += event.key
  else return
  event.preventDefault()
}

/** Text that was typed for this field before it was rendered; null if its shortcut was not pressed. */
export function takeEarlyKeys(opens: EarlyKeys['opens']): string | null {
  if (early?.opens !== opens) return null
  const { typed } = early
  early = null
  return typed
}
