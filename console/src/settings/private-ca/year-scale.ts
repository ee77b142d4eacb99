/** The most years that are named below a chart. */
const maxYears = 12
const steps = [1, 2, 5, 10] as const

/**
 * A scale over all of the moments, in whole years: the years to name, of which the first and the last are its ends, and the place of a
 * moment from 0 to 1. Moments are in milliseconds.
 */
export function yearScale(moments: readonly number[]): { years: number[]; placeOf: (moment: number) => number } {
  const first = new Date(Math.min(...moments)).getUTCFullYear()
  const span = new Date(Math.max(...moments)).getUTCFullYear() + 1 - first
  const step = steps.find((one) => span / one <= maxYears - 1) ?? steps[steps.length - 1]!
  const years = Array.from({ length: Math.ceil(span / step) + 1 }, (_, index) => first + index * step)
  const begin = Date.UTC(first, 0)
  const length = Date.UTC(years.at(-1)!, 0) - begin
  return { years, placeOf: (moment) => (moment - begin) / length }
}
