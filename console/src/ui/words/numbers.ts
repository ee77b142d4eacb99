const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 20 })

/** Thousands with a comma, minus as U+2212; the same in both languages. */
export function formatNumber(value: number): string {
  return grouped.format(value).replace('-', '−')
}

/** The digits of a number as people type it: full-width digits and separators too; null when it is none. */
export function digitsIn(typed: string): string | null {
  const digits = typed.normalize('NFKC').replaceAll(/[\s,]/g, '')
  return /^\d+$/.test(digits) ? digits : null
}

/** A share of a whole as a percentage; never 100% before the whole is reached, never 0% once something is. */
export function formatPercent(part: number, whole: number, digits = 0): string {
  if (whole <= 0) return `${(0).toFixed(digits)}%`
  const step = 10 ** -digits
  let percent = (part / whole) * 100
  if (part > 0 && percent < step) percent = step
  if (part < whole && percent > 100 - step) percent = 100 - step
  return `${percent.toFixed(digits)}%`
}

/** A size: bytes below a kilobyte, then KB and MB of 1,024 with one digit. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${formatNumber(bytes)} B`
  const kilobytes = bytes / 1024
  return kilobytes < 1024 ? `${formatNumber(Number(kilobytes.toFixed(1)))} KB` : `${formatNumber(Number((kilobytes / 1024).toFixed(1)))} MB`
}
