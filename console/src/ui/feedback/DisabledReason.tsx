import { Tooltip } from '@mantine/core'
import { useLayoutEffect, useRef } from 'react'
import type { FocusEvent, ReactNode } from 'react'
import css from '../form/button.module.css'

/**
 * Tooltip with the reason for which a control is disabled, shown on hover and on keyboard focus. The elements are the same with and without
 * a reason, so a control that is disabled while it has the focus passes the focus on to its reason, and takes it back once it is enabled.
 */
export function DisabledReason({ reason, children }: { reason: string | null; children: ReactNode }) {
  const ref = useRef<HTMLSpanElement>(null)
  const hasFocus = useRef(false)
  const disabled = reason !== null
  useLayoutEffect(() => {
    const [span, now] = [ref.current, document.activeElement]
    if (!span || !hasFocus.current) return
    const isLost = now === null || now === document.body || now.matches(':disabled')
    if (disabled && isLost) span.focus()
    if (!disabled && (isLost || now === span))
      span.querySelector<HTMLElement>('a[href], :is(button, input, select, textarea):enabled')?.focus()
    hasFocus.current = span.contains(document.activeElement)
  }, [disabled])
  return (
    <Tooltip label={reason} disabled={!disabled}>
      <span
        ref={ref}
        className={disabled ? css.disabledReason : css.withoutReason}
        {...(disabled && { tabIndex: 0, role: 'note', 'aria-label': reason })}
        onFocus={() => (hasFocus.current = true)}
        onBlur={({ target }: FocusEvent<HTMLElement>) => (hasFocus.current &&= target.matches(':disabled'))}
      >
        {children}
      </span>
    </Tooltip>
  )
}
