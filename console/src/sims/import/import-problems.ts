import type { ErrorBody } from '@simdeck/contract/errors.ts'

/** One thing wrong with an import file; `line` counts from 1 with the header, `column` is null when it concerns the whole line. */
export interface ImportProblem {
  line: number | null
  column: string | null
  reason: string
}

/** The bad lines of a refused import, from the server's `fields` (path `line N, column`). Nothing is left out. */
export function importProblems(fields: ErrorBody['fields']): ImportProblem[] {
  return (fields ?? []).map(({ path, message }) => {
    const parts = /^line (\d+)(?:, (.+))?$/.exec(path)
    return parts ? { line: Number(parts[1]), column: parts[2] ?? null, reason: message } : { line: null, column: path, reason: message }
  })
}

/** How many more bad lines there are than the answer names. */
export function unnamedProblems(detail: string | undefined): number {
  return Number(/^(\d+) more$/.exec(detail ?? '')?.[1] ?? 0)
}

const cell = (value: string): string => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)

/** The bad lines as CSV, for the person who has to mend the file. */
export function problemsCsv(problems: readonly ImportProblem[]): string {
  const lines = problems.map(({ line, column, reason }) => [line === null ? '' : String(line), column ?? '', reason].map(cell).join(','))
  // Spreadsheets take a file without the mark for the system's legacy encoding.
  return `\uFEFF${['line,column,reason', ...lines].join('\r\n')}\r\n`
}
