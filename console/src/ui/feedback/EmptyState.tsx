import type { ReactNode } from 'react'
import css from '../value/bits.module.css'

interface EmptyStateProps {
  title: string
  /** One sentence on what is missing and what it is used for. */
  children?: ReactNode
  /** Buttons: the main action first, then alternatives. */
  actions?: ReactNode
  /** Help text below the actions. */
  note?: ReactNode
  art?: ReactNode
}

/** Placeholder for an empty list or an empty search result. */
export function EmptyState({ title, children, actions, note, art }: EmptyStateProps) {
  return (
    <div className={css.empty}>
      {art ?? <CardArt />}
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {actions && <div className={css.emptyActions}>{actions}</div>}
      {note && <p className={css.emptyNote}>{note}</p>}
    </div>
  )
}

function CardArt() {
  return (
    <svg
      className={css.art}
      viewBox="0 0 72 72"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinejoin="round"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M27 10h21l12 12v33a4 4 0 0 1-4 4h-4" strokeDasharray="3 4" />
      <path d="M18 16h20l12 12v30a4 4 0 0 1-4 4H18a4 4 0 0 1-4-4V20a4 4 0 0 1 4-4z" fill="var(--sd-bg)" />
      <rect x="22" y="36" width="20" height="17" rx="3" />
      <path d="M22 44.5h20M32 36v17" stroke="var(--sd-accent)" />
    </svg>
  )
}
