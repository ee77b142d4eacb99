/** A fault of a line; `column` is null if it concerns the whole line. */
export type NewProblem<Column, Reason> = { line: number; column: Column | null; reason: Reason; iccid: string | null }

/**
 * The numbers of results in a file with such columns: they are ordered by line and column, and the line as a whole has the column number
 * 0.
 */
export function problemNumbers(columns: readonly string[]) {
  return {
    numbersPerLine: columns.length + 1,
    columnNumber: (column: string | null): number => (column === null ? 0 : columns.indexOf(column) + 1),
  }
}
