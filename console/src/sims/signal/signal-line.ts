import type { SimSignal } from '@simdeck/contract/sim-signal.ts'

/** A reported RSRP in dBm, with its time in ms since 1970. */
export interface SignalPoint {
  at: number
  rsrp: number
}

/** Limits of the classes of RSRP (specification §4), which the chart shows as lines. */
const limits = [-44, -90, -100, -120]
const leastSpan = 24
const room = 4

export const pointsOf = ({ samples }: SimSignal): SignalPoint[] =>
  samples.flatMap(({ at, rsrp }) => (rsrp === null ? [] : [{ at: Date.parse(at), rsrp }]))

/** The values at the lower and the upper end of the chart, and the limits between them. */
export function scaleOf(points: readonly SignalPoint[]): { least: number; most: number; limits: number[] } {
  const values = points.map(({ rsrp }) => rsrp)
  const [low, high] = [Math.min(...values) - room, Math.max(...values) + room]
  const missing = Math.max(0, leastSpan - (high - low)) / 2
  const [least, most] = [low - missing, high + missing]
  return { least, most, limits: limits.filter((limit) => limit > least && limit < most) }
}

/** The points in parts without long gaps. A gap is long if it is more than three times the usual one. */
export function partsOf(points: readonly SignalPoint[]): SignalPoint[][] {
  const gaps = points.slice(1).map(({ at }, index) => at - points[index]!.at)
  const usual = gaps.toSorted((one, other) => one - other)[Math.floor(gaps.length / 2)] ?? 0
  const parts: SignalPoint[][] = []
  for (const [index, point] of points.entries()) {
    if (index === 0 || gaps[index - 1]! > 3 * usual) parts.push([])
    parts.at(-1)!.push(point)
  }
  return parts
}

/** The point that is nearest to a time. */
export const nearestTo = (points: readonly SignalPoint[], at: number): SignalPoint | null =>
  points.reduce<SignalPoint | null>((best, point) => (best && Math.abs(best.at - at) <= Math.abs(point.at - at) ? best : point), null)
