import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { type SimCsvColumn, simCsvColumns } from '@simdeck/contract/sim-imports.ts'
import type { ImportProblem, ImportReason } from './text.ts'

/** The cells of a line that are not empty, by column. */
export type Cells = Partial<Record<SimCsvColumn, string>>
export type CsvLine = { line: number; cells: Cells } | ImportProblem

/** The file is no SIM CSV at all. */
export class CsvHeaderError extends Error {
  readonly problems: readonly ImportProblem[]

  constructor(problems: readonly ImportProblem[]) {
    super('not the header of a SIM CSV')
    this.problems = problems
  }
}

const pieceBytes = 64 * 1024

function* pieces(bytes: Uint8Array): Iterable<Buffer> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield Buffer.from(bytes.subarray(at, at + pieceBytes))
}

/**
 * The lines of a SIM CSV in UTF-8, in order; `line` counts from 1, the header included. A line whose columns or quotation marks
 * are wrong comes as its problem. Throws `CsvHeaderError` first of all when the header is not that of a SIM CSV.
 */
export async function* readSimCsv(bytes: Uint8Array): AsyncIterable<CsvLine> {
  if (!isUtf8(bytes)) throw headerError('notUtf8')
  const broken: ImportProblem[] = []
  const parser = parse({
    bom: true,
    trim: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: 64 * 1024,
    on_skip: (error) => {
      broken.push({ line: lineOf(error), column: null, reason: 'quoting' })
      return undefined
    },
  })
  let header: SimCsvColumn[] | null = null
  try {
    for await (const { record, info } of Readable.from(pieces(bytes)).pipe(parser) as AsyncIterable<{
      record: string[]
      info: { lines: number }
    }>) {
      yield* broken.splice(0)
      if (!header) header = readHeader(record, info.lines)
      else yield cellsOf(header, record, info.lines)
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    broken.push({ line: lineOf(error), column: null, reason: 'quoting' })
  }
  if (!header) throw new CsvHeaderError(broken.length > 0 ? broken : [{ line: 1, column: null, reason: 'noHeader' }])
  yield* broken
}

function lineOf(error: unknown): number {
  return error instanceof CsvError && 'lines' in error && typeof error.lines === 'number' ? error.lines : 1
}

function headerError(reason: ImportReason): CsvHeaderError {
  return new CsvHeaderError([{ line: 1, column: null, reason }])
}

function readHeader(record: readonly string[], line: number): SimCsvColumn[] {
  const problems: ImportProblem[] = []
  const header: SimCsvColumn[] = []
  for (const [at, cell] of record.entries()) {
    const name = cell.toLowerCase()
    const known = simCsvColumns.find((column) => column === name)
    if (!known) problems.push({ line, column: columnName(cell, at), reason: 'unknownColumn' })
    else if (header.includes(known)) problems.push({ line, column: known, reason: 'columnTwice' })
    else header.push(known)
  }
  if (problems.length === 0 && !header.includes('iccid')) problems.push({ line, column: 'iccid', reason: 'columnMissing' })
  if (problems.length > 0) throw new CsvHeaderError(problems)
  return header
}

/** A file without a header may have a key where a name should be; only what looks like a name is repeated. */
function columnName(cell: string, at: number): string {
  return /^[A-Za-z][A-Za-z_ -]{0,23}$/.test(cell) ? cell : `column ${at + 1}`
}

function cellsOf(header: readonly SimCsvColumn[], record: readonly string[], line: number): CsvLine {
  if (record.length !== header.length) return { line, column: null, reason: 'columns' }
  const cells: Cells = {}
  for (const [at, column] of header.entries()) {
    const cell = unescapeFormula(record[at] ?? '')
    if (cell !== '') cells[column] = cell
  }
  return { line, cells }
}

/** Exports put an apostrophe before what a spreadsheet would take for a formula. */
function unescapeFormula(cell: string): string {
  return /^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell
}
