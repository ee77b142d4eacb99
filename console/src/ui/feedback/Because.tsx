import { Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'
import css from '../form/button.module.css'

/** Says why the control in it is disabled, on hover and to the keyboard; with no reason it changes nothing. */
export function Because({ reason, children }: { reason: string | null; children: ReactNode }) {
  if (reason === null) return children
  return (
    <Tooltip label={reason}>
      <span className={css.because} tabIndex={0} role="note" aria-label={reason}>
        {children}
      </span>
    </Tooltip>
  )
}
