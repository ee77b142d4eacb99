const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 20 })

/** A number with commas between thousands and U+2212 as the minus sign. It is the same in both languages. */
export function formatNumber(value: number): string {
  return grouped.format(value).replace('-', '−')
}

/** Digits of a typed number, which may have full-width digits and separators. Null if the text is not a number. */
export function digitsIn(typed: string): string | null {
  const digits = typed.normalize('NFKC').replaceAll(/[\s,]/g, '')
  return /^\d+$/.test(digits) ? digits : null
}

/** A share as a percentage. It is 100% only for the whole, and 0% only for nothing. */
export function formatPercent(part: number, whole: number, digits = 0): string {
  if (whole <= 0) return `${(0).toFixed(digits)}%`
  const step = 10 ** -digits
  let percent = (part / whole) * 100
  if (part > 0 && percent < step) percent = step
  if (part < whole && percent > 100 - step) percent = 100 - step
  return `${percent.toFixed(digits)}%`
}

/** A size in decimal units, like those of data plans, with at most one decimal place: `5.1 KB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${formatNumber(bytes)} B`
  const [value, unit] = bytes < 999_950 ? [bytes / 1e3, 'KB'] : bytes < 999_950_000 ? [bytes / 1e6, 'MB'] : [bytes / 1e9, 'GB']
  return `${formatNumber(Math.round(value * 10) / 10)} ${unit}`
}
