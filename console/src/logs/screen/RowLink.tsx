import { Link } from '@tanstack/react-router'
import { formatClock, formatDay, formatUtc } from '../../ui/words/clock.ts'
import { useText } from '../../ui/words/text.ts'
import { useZone } from '../../ui/words/zone.ts'
import { logText } from '../log-text.ts'
import css from './log-screen.module.css'

/** Time of a record to the second, which opens its details. `short`: only the clock time, for the card on a phone. */
export function RowLink({ id, at, name, short = false }: { id: number; at: string; name: string; short?: boolean }) {
  useZone()
  const t = useText(logText)
  return (
    <Link
      to="."
      search={(search: object) => ({ ...search, row: String(id) })}
      className={css.rowLink}
      aria-label={`${t.openRecord(name)} ${formatDay(at)} ${formatClock(at)}`}
      title={formatUtc(at)}
    >
      <time dateTime={at}>{short ? formatClock(at) : `${formatDay(at)} ${formatClock(at)}`}</time>
    </Link>
  )
}
