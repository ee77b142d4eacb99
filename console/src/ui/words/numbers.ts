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

/** A size in bytes or, from 1,024 on, in KB and MB with at most one decimal place. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${formatNumber(bytes)} B`
  const kilobytes = bytes / 1024
  return kilobytes < 1024 ? `${formatNumber(Number(kilobytes.toFixed(1)))} KB` : `${formatNumber(Number((kilobytes / 1024).toFixed(1)))} MB`
}
