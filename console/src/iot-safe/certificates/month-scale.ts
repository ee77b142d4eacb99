/** The most months that are named below a chart. */
const maxMonths = 10
const steps = [1, 2, 3, 6, 12, 24, 60, 120] as const

/**
 * A scale over all of the moments, from the first day of a month to that of another: the months to name, and the place of a moment from 0 to
 * 1. Moments are in milliseconds; the months are those of UTC.
 */
export function monthScale(moments: readonly number[]): { months: number[]; placeOf: (moment: number) => number } {
  const [first, last] = [new Date(Math.min(...moments)), new Date(Math.max(...moments))]
  const [year, month] = [first.getUTCFullYear(), first.getUTCMonth()]
  const span = (last.getUTCFullYear() - year) * 12 + last.getUTCMonth() + 1 - month
  const step = steps.find((one) => span / one <= maxMonths - 1) ?? steps[steps.length - 1]!
  const months = Array.from({ length: Math.ceil(span / step) + 1 }, (_, index) => Date.UTC(year, month + index * step))
  const begin = months[0]!
  const length = months.at(-1)! - begin
  return { months, placeOf: (moment) => (moment - begin) / length }
}
