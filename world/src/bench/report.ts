/** Output of a benchmark. */
export type Report = {
  /** Prints a Markdown table. */
  report: (title: string, columns: readonly string[], rows: readonly (readonly (string | number)[])[]) => void
  /** Prints a line. */
  note: (text: string) => void
}

export const reportTo = (print: (text: string) => void): Report => ({
  report: (title, columns, rows) => print(markdownTable(title, columns, rows)),
  note: print,
})

/** A Markdown table with the first column left-aligned and the others right-aligned. */
function markdownTable(title: string, columns: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
  const rule = line(columns.map((_, index) => (index === 0 ? '---' : '---:')))
  return ['', `### ${title}`, '', line(columns), rule, ...rows.map(line), ''].join('\n')
}

/** Smallest of the values that a share of them, from 0 to 1, does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0
}

/** p50, p95 and the slowest of some times. */
export const spread = (times: readonly number[]): string[] => [0.5, 0.95, 1].map((share) => percentile(times, share).toFixed(1))

export const mebibytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MiB`
