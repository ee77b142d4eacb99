import { Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'
import css from '../form/button.module.css'

/**
 * Tooltip with the reason for which a control is disabled, shown on hover and on keyboard focus. Without a reason, only the control
 * is rendered.
 */
export function DisabledReason({ reason, children }: { reason: string | null; children: ReactNode }) {
  if (reason === null) return children
  return (
    <Tooltip label={reason}>
      <span className={css.disabledReason} tabIndex={0} role="note" aria-label={reason}>
        {children}
      </span>
    </Tooltip>
  )
}
