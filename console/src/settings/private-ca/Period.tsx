import { formatDay, formatUtc } from '../../ui/words/clock.ts'
import { useZone } from '../../ui/words/zone.ts'
import { None } from '../../ui/value/None.tsx'

/** A period in days of the user's time zone, with the moments in UTC as tooltip. */
export function Period({ from, to }: { from: string | null; to: string | null }) {
  useZone()
  if (from === null || to === null) return <None />
  return (
    <span title={`${formatUtc(from)} – ${formatUtc(to)}`}>
      {formatDay(from)} – {formatDay(to)}
    </span>
  )
}
