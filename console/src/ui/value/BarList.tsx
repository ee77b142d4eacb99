import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Tone } from './glyphs.tsx'
import { formatNumber, formatPercent } from '../words/numbers.ts'
import tones from '../theme/tones.module.css'
import css from './bars.module.css'

export interface BarRow {
  id: string
  name: ReactNode
  count: number
  /** Filters of the list of SIMs; null for a row without a list. */
  filter: Record<string, string> | null
  tone: Tone
}

interface BarListProps {
  title: string
  note?: string
  /** The whole of which the rows are shares. */
  whole: number
  rows: readonly BarRow[]
  /** Words for a list without rows. */
  none: string
}

/** Lists of bars side by side, below each other on a phone. */
export function BarLists({ children }: { children: ReactNode }) {
  return <div className={css.lists}>{children}</div>
}

/** Figures by value, each with its bar and its share. A row leads to its SIMs. */
export function BarList({ title, note, whole, rows, none }: BarListProps) {
  const most = Math.max(1, ...rows.map(({ count }) => count))
  return (
    <section className={css.bars} aria-label={title}>
      <h3>
        {title}
        {note !== undefined && <span>{note}</span>}
      </h3>
      {rows.length === 0 && <p className={css.none}>{none}</p>}
      <ul>
        {rows.map(({ id, name, count, filter, tone }) => (
          <li key={id}>
            {filter ? (
              <Link to="/" search={filter} className={css.name}>
                {name}
              </Link>
            ) : (
              <span className={css.name}>{name}</span>
            )}
            <span className={css.bar} aria-hidden="true">
              <span className={tones[tone]} style={{ width: `${(count / most) * 100}%` }} />
            </span>
            <span className={css.count}>{formatNumber(count)}</span>
            <span className={css.share}>{formatPercent(count, whole, 1)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
