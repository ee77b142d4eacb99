import type { DashboardPoint } from '@simdeck/contract/dashboard.ts'
import type { FigurePoint } from '../charts/figure.ts'

/** Figures of a period: their ends in milliseconds since 1970, and the points between them. */
export interface Series {
  from: string
  until: string
  stepSeconds: number
  points: readonly DashboardPoint[]
}

/**
 * The points of one figure. A step without figures is a point without a value, so that no line is drawn over the time in which nothing was
 * measured.
 */
export function pointsOf<Point extends { at: string } = DashboardPoint>(
  { points, stepSeconds }: { points: readonly Point[]; stepSeconds: number },
  value: (point: Point) => number | null,
  expected?: (point: Point) => number | null,
): FigurePoint[] {
  const stepMs = stepSeconds * 1000
  return points.flatMap((point, index) => {
    const at = Date.parse(point.at)
    const before = points[index - 1]
    const hasGap = before !== undefined && at - Date.parse(before.at) > 1.5 * stepMs
    const here = { at, value: value(point), ...(expected && { expected: expected(point) }) }
    return hasGap ? [{ at: at - stepMs, value: null, ...(expected && { expected: null }) }, here] : [here]
  })
}
