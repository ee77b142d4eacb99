import type { ResponseOf } from '@simdeck/contract/endpoint.ts'
import type { countLastPolls } from '@simdeck/contract/sim-counts.ts'
import { withNot } from '../filters/not.ts'
import type { SimFilters } from '../filters/not.ts'

type Counts = ResponseOf<typeof countLastPolls>

/** SIMs by the time of their last poll: a period, which is open to the past without `from`, or `never`. */
export type PollBar = { count: number } & ({ from: string | null; until: string } | { never: true })
/** The parts of the axis, oldest first. */
export const pollParts = ['never', 'older', 'days', 'hours', 'minutes'] as const
export type PollPart = (typeof pollParts)[number]

const hourMs = 3_600_000

function partOf({ from, until }: { from: string | null; until: string }): PollPart {
  if (from === null) return 'older'
  const lengthMs = Date.parse(until) - Date.parse(from)
  return lengthMs < hourMs ? 'minutes' : lengthMs === hourMs ? 'hours' : 'days'
}

/** The bars by the part of the axis, oldest first. */
export function pollBars({ polls, never }: Counts): Record<PollPart, PollBar[]> {
  const bars: Record<PollPart, PollBar[]> = { never: [{ never: true, count: never }], older: [], days: [], hours: [], minutes: [] }
  for (const poll of polls.toReversed()) bars[partOf(poll)].push(poll)
  return bars
}

/** The changes of the filters that narrow the list to the SIMs of a bar. */
export function narrowingTo(bar: PollBar, filters: SimFilters) {
  const changes =
    'never' in bar
      ? { silent: 'never', last_poll_start: null, last_poll_end: null }
      : // The end of the filter belongs to its period, the end of the bar does not.
        { silent: null, last_poll_start: bar.from, last_poll_end: new Date(Date.parse(bar.until) - 1).toISOString() }
  return { not: null, ...withNot(filters, changes, { name: 'silent', is: false }) }
}
