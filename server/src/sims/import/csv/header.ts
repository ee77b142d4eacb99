import { type SimCsvColumn, simCsvColumns } from '@simdeck/contract/sim-imports.ts'
import type { CsvRecord } from '../../../platform/csv/csv-reader.ts'
import type { ImportProblem } from './text.ts'

/** The file is not a SIM CSV. */
export class CsvHeaderError extends Error {
  readonly problems: readonly ImportProblem[]

  constructor(problems: readonly ImportProblem[]) {
    super('not a SIM CSV')
    this.problems = problems
  }
}

/** The column of each cell of the first line; null for those to skip. Throws `CsvHeaderError`. */
export function readHeader(
  { cells, line }: CsvRecord,
  columns: readonly (SimCsvColumn | null)[] | undefined,
): readonly (SimCsvColumn | null)[] {
  if (!cells) throw new CsvHeaderError([{ line, column: null, reason: 'quoting' }])
  if (columns) {
    if (cells.length !== columns.length) throw new CsvHeaderError([{ line, column: null, reason: 'columns' }])
    return columns
  }
  const problems: ImportProblem[] = []
  const header: SimCsvColumn[] = []
  for (const [at, cell] of cells.entries()) {
    const name = cell.toLowerCase()
    const known = simCsvColumns.find((column) => column === name)
    if (!known) problems.push({ line, column: columnName(cell, at), reason: 'unknownColumn' })
    else if (header.includes(known)) problems.push({ line, column: known, reason: 'columnTwice' })
    else header.push(known)
    if (problems.length === maxNamedColumns) break
  }
  if (problems.length === 0 && !header.includes('iccid')) problems.push({ line, column: 'iccid', reason: 'columnMissing' })
  if (problems.length > 0) throw new CsvHeaderError(problems)
  return header
}

/** Maximum of wrong columns in the answer. */
const maxNamedColumns = 100

/**
 * The name of a wrong column, or its number if the text does not look like a name: the first line of a file without a header may contain a
 * key, which must not be repeated.
 */
function columnName(cell: string, at: number): string {
  return /^[A-Za-z][A-Za-z_ -]{0,23}$/.test(cell) ? cell : `column ${at + 1}`
}
