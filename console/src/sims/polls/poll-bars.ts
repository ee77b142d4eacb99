import type { ResponseOf } from '@simdeck/contract/endpoint.ts'
import type { countLastPolls } from '@simdeck/contract/sim-counts.ts'
import { silenceOf } from '@simdeck/contract/silence.ts'
import { negatedIn, withNot } from '../filters/not.ts'
import type { SimFilters } from '../filters/not.ts'

type Counts = ResponseOf<typeof countLastPolls>

/** SIMs by the time of their last poll: a period, which is open to the past without `from`, or `never`. */
export type PollBar = { count: number } & ({ from: string | null; until: string } | { never: true })
/** The parts of the axis, oldest first. */
export const pollParts = ['never', 'older', 'days', 'hours', 'minutes'] as const
export type PollPart = (typeof pollParts)[number]

const minuteMs = 60_000
const hourMs = 60 * minuteMs

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

/** The filters without those by the time of the last poll, so that the bars keep showing the whole time. */
export function withoutTime({ last_poll_start: _start, last_poll_end: _end, silent: _silent, ...others }: SimFilters): SimFilters {
  const not = negatedIn(others).filter((name) => name !== 'silent')
  return { ...others, not: not.length > 0 ? not.join(',') : undefined }
}

/**
 * The bars that the filters by time choose; null without such a filter. The bars move on with the clock, so the middle of a bar decides,
 * or the middle of a period that is shorter than the bar.
 */
export function chosenBars(bars: readonly PollBar[], filters: SimFilters, nowMs: number): ReadonlySet<PollBar> | null {
  const { last_poll_start: start, last_poll_end: end, silent } = filters
  // A bar has SIMs of all intervals, so a number of own intervals chooses none.
  const silences = (silent?.split(',') ?? []).flatMap((one) => (one === '' || silenceOf(one).kind === 'intervals' ? [] : silenceOf(one)))
  if (!start && !end && silences.length === 0) return null
  const [startMs, endMs] = [start ? Date.parse(start) : -Infinity, end ? Date.parse(end) : Infinity]
  const isNegated = negatedIn(filters).includes('silent')
  const isSilent = (bar: PollBar): boolean =>
    silences.some((one) => {
      if (one.kind !== 'minutes' || 'never' in bar) return one.kind === 'never' && 'never' in bar
      return middleOf(bar) < nowMs - one.minutes * minuteMs
    })
  const isInPeriod = (bar: PollBar): boolean => {
    if ('never' in bar) return !start && !end
    const middle = middleOf(bar)
    const ofPeriod = (startMs + endMs) / 2
    const holdsPeriod = ofPeriod >= Date.parse(bar.from ?? bar.until) && ofPeriod < Date.parse(bar.until)
    return holdsPeriod || (middle >= startMs && middle <= endMs)
  }
  return new Set(bars.filter((bar) => isInPeriod(bar) && (silences.length === 0 || isSilent(bar) !== isNegated)))
}

/** The middle of a bar in ms; of the bar that is open to the past, half a day before its end. */
function middleOf({ from, until }: { from: string | null; until: string }): number {
  const untilMs = Date.parse(until)
  return from === null ? untilMs - 12 * hourMs : (Date.parse(from) + untilMs) / 2
}

/** The changes of the filters that end the narrowing to a period. */
export const unnarrowing = { silent: null, last_poll_start: null, last_poll_end: null } as const

/** The changes of the filters that narrow the list to the SIMs of a bar. */
export function narrowingTo(bar: PollBar, filters: SimFilters) {
  const changes =
    'never' in bar
      ? { ...unnarrowing, silent: 'never' }
      : // The end of the filter belongs to its period, the end of the bar does not.
        { silent: null, last_poll_start: bar.from, last_poll_end: new Date(Date.parse(bar.until) - 1).toISOString() }
  return { not: null, ...withNot(filters, changes, { name: 'silent', is: false }) }
}

/** The changes of the filters that widen the period of the chosen bars to another bar. */
export function wideningTo(bar: PollBar, chosen: Iterable<PollBar>, filters: SimFilters) {
  const periods = [...chosen, bar].flatMap((one) => ('never' in one ? [] : [one]))
  if ('never' in bar || periods.length === 1) return narrowingTo(bar, filters)
  const starts = periods.flatMap(({ from }) => from ?? [])
  const from = starts.length < periods.length ? null : starts.toSorted()[0]!
  const until = periods
    .map((one) => one.until)
    .toSorted()
    .at(-1)!
  return narrowingTo({ from, until, count: 0 }, filters)
}
