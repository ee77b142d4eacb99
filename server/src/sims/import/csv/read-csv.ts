import { maxCsvLineBytes, type SimCsvColumn, simCsvColumns } from '@simdeck/contract/sim-imports.ts'
import type { CsvEncoding } from '@simdeck/contract/tasks.ts'
import { CsvLineTooLong, CsvReader, type CsvRecord } from './csv-reader.ts'
import { CsvDecoder, WrongBytes } from './decode-csv.ts'
import type { ImportProblem } from './text.ts'

/** The non-empty cells of a line by column. */
export type Cells = Partial<Record<SimCsvColumn, string>>
export type CsvLine = { line: number; cells: Cells } | ImportProblem

/** The file is not a SIM CSV. */
export class CsvHeaderError extends Error {
  readonly problems: readonly ImportProblem[]

  constructor(problems: readonly ImportProblem[]) {
    super('not a SIM CSV')
    this.problems = problems
  }
}

/** Options for reading a file. `columns` names its columns in place of the header; null for columns to skip. */
export type Reading = { encoding: CsvEncoding; columns?: readonly (SimCsvColumn | null)[] | undefined }

/**
 * The lines of a SIM CSV in order, while they arrive; `line` counts from 1, including the header. A line with wrong columns or quotation
 * marks is returned as a problem. The first piece is returned once the header is known to be valid. Throws `CsvHeaderError`, also later for
 * invalid bytes and lines that are too long, which make the whole file invalid.
 */
export async function* readSimCsv(bytes: AsyncIterable<Uint8Array>, reading: Reading): AsyncIterable<CsvLine[]> {
  const decoder = new CsvDecoder(reading.encoding)
  const reader = new CsvReader(maxCsvLineBytes)
  let header: readonly (SimCsvColumn | null)[] | null = null
  function linesOf(records: CsvRecord[]): CsvLine[] {
    if (!header) {
      const [first] = records.splice(0, 1)
      if (!first) return []
      header = readHeader(first, reading.columns)
    }
    const columns = header
    return records.map((record) => lineOf(columns, record))
  }
  try {
    for await (const piece of bytes) {
      const lines = linesOf(reader.read(decoder.decode(piece)))
      if (header) yield lines
    }
    const lines = linesOf(reader.read(decoder.decode(new Uint8Array(0), true), true))
    if (!header) throw new CsvHeaderError([{ line: 1, column: null, reason: 'noHeader' }])
    yield lines
  } catch (error) {
    if (error instanceof WrongBytes) {
      const reason = reading.encoding === 'utf-8' ? 'notUtf8' : 'notShiftJis'
      throw new CsvHeaderError([{ line: error.line, column: null, reason }])
    }
    if (error instanceof CsvLineTooLong)
      throw new CsvHeaderError([{ line: error.line, column: null, reason: error.quoted ? 'quotingOpen' : 'lineTooLong' }])
    throw error
  }
}

function readHeader({ cells, line }: CsvRecord, columns: Reading['columns']): readonly (SimCsvColumn | null)[] {
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

function lineOf(header: readonly (SimCsvColumn | null)[], { line, cells: all }: CsvRecord): CsvLine {
  if (!all) return { line, column: null, reason: 'quoting' }
  if (all.length !== header.length) return { line, column: null, reason: 'columns' }
  const cells: Cells = {}
  for (let at = 0; at < header.length; at++) {
    const column = header[at]
    const cell = all[at]!
    if (column && cell !== '') cells[column] = unescapeFormula(cell)
  }
  return { line, cells }
}

/** Removes the apostrophe that exports put before a text that a spreadsheet would take for a formula. */
export function unescapeFormula(cell: string): string {
  return cell.startsWith("'") && /^'+[=+\-@\t\r＝＋－＠]/.test(cell) ? cell.slice(1) : cell
}
