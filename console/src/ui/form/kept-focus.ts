import { useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'

interface KeptFocus {
  ref: RefObject<HTMLDivElement | null>
  onFocus: () => void
  onBlur: () => void
}

/**
 * Keeps the keyboard in a part of the page whose controls replace each other: if the control with the focus goes away, the first control that
 * is left in the part gets the focus. Spread the result on the element of that part.
 */
export function useKeptFocus(): KeptFocus {
  const ref = useRef<HTMLDivElement>(null)
  const hadFocus = useRef(false)
  useLayoutEffect(() => {
    if (!hadFocus.current || (document.activeElement !== null && document.activeElement !== document.body)) return
    ref.current?.querySelector<HTMLElement>('button:not(:disabled), a[href]')?.focus()
  })
  return {
    ref,
    onFocus: () => {
      hadFocus.current = true
    },
    // React reports no loss of focus while it removes an element.
    onBlur: () => {
      hadFocus.current = false
    },
  }
}
