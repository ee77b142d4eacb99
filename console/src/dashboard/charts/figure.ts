/** A figure at a moment, in milliseconds since 1970. Null: it was not measured then. */
export interface FigurePoint {
  at: number
  value: number | null
  /** The value that would be normal, for a figure that has one. */
  expected?: number | null
}

const minuteMs = 60_000
const dayMs = 1440 * minuteMs

/** Moments of the axis of time: its ends, and round ones between them if there is room. */
export function ticksBetween(from: number, until: number, between: boolean): number[] {
  if (!between || until <= from) return until > from ? [from, until] : [until]
  const third = (until - from) / 3
  const inner = [from + third, from + 2 * third].map((at) => Math.round(at / minuteMs) * minuteMs)
  return [from, ...inner, until]
}

export type TickStyle = 'clock' | 'dayAndClock' | 'day' | 'date'

/** The parts of a moment that its tick shows. The first tick of a short span also shows its day. */
export function tickStyle(at: number, from: number, until: number): TickStyle {
  if (until - from > 300 * dayMs) return 'date'
  if (until - from > 2 * dayMs) return 'day'
  return at === from ? 'dayAndClock' : 'clock'
}

/** A short number for the axis: 43.6k, 1.2M, 0.5. */
export function shortNumber(value: number): string {
  const [size, unit] = Math.abs(value) >= 1e6 ? [1e6, 'M'] : Math.abs(value) >= 1e4 ? [1e3, 'k'] : [1, '']
  return `${Math.round((value / size) * 100) / 100}${unit}`
}

/**
 * The least and the greatest value of the axis: those of the points and the limit, with some room. A figure that barely changes is drawn as
 * an even line.
 */
export function scaleOf(points: readonly FigurePoint[], limit: number | null): [number, number] {
  const values = points.flatMap(({ value, expected }) => [value, expected ?? null]).filter((value) => value !== null)
  if (limit !== null) values.push(limit)
  if (values.length === 0) return [0, 1]
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const room = Math.max((most - least) * 0.15, most * 0.02, 0.5 * Number(most === 0))
  return [Math.max(0, least - room), most + room]
}

/** At most three round values within a scale, for its lines. */
export function roundValues([least, most]: readonly [number, number]): number[] {
  const rough = (most - least) / 3
  const size = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((factor) => factor * size).find((candidate) => candidate >= rough) ?? rough
  const first = Math.ceil(least / step)
  const count = Math.floor(most / step) - first + 1
  return Array.from({ length: count }, (_, index) => Number(((first + index) * step).toPrecision(12)))
}

/** The newest point that has a value. */
export const lastPoint = (points: readonly FigurePoint[]): FigurePoint | null => points.findLast(({ value }) => value !== null) ?? null
