import { maxCellBytes, maxValueColumns } from '@simdeck/contract/script-values.ts'
import type { CsvEncoding } from '@simdeck/contract/tasks.ts'
import { maxCsvLineBytes } from '@simdeck/contract/sim-imports.ts'
import { csvColumnName } from '@simdeck/protocol/card-files/template.ts'
import { CsvLineTooLong, CsvReader, type CsvRecord } from '../../platform/csv/csv-reader.ts'
import { CsvDecoder, WrongBytes } from '../../platform/csv/decode-csv.ts'
import { unescapeFormula } from '../../platform/csv/formula.ts'
import type { ValuesProblem, ValuesReason } from './text.ts'

/** The file cannot be read any further. */
export class ValuesFileError extends Error {
  readonly problems: readonly ValuesProblem[]

  constructor(problems: readonly ValuesProblem[]) {
    super('not a CSV with values')
    this.problems = problems
  }
}

/** The names of the columns beside the ICCID, in order, with their places in the file. */
export type ValuesHeader = { iccidAt: number; columns: readonly string[]; places: readonly number[]; width: number }
/** The cells of a SIM in the order of the columns; null for an empty one. */
export type ValuesRow = { line: number; iccid: string; cells: (string | null)[] }
export type ValuesPiece = { header: ValuesHeader; rows: ValuesRow[]; problems: ValuesProblem[] }

type Reading = { encoding: CsvEncoding; iccidColumn?: string | undefined }

/** The lines of a CSV with values while they arrive. Throws `ValuesFileError`. */
export async function* readValues(bytes: AsyncIterable<Uint8Array>, { encoding, iccidColumn }: Reading): AsyncIterable<ValuesPiece> {
  const decoder = new CsvDecoder(encoding)
  const reader = new CsvReader(maxCsvLineBytes)
  let header: ValuesHeader | null = null
  function pieceOf(records: CsvRecord[]): ValuesPiece | null {
    if (!header) {
      const [first] = records.splice(0, 1)
      if (!first) return null
      header = readHeader(first, iccidColumn)
    }
    return readRows(header, records)
  }
  try {
    for await (const octets of bytes) {
      const piece = pieceOf(reader.read(decoder.decode(octets)))
      if (piece) yield piece
    }
    const last = pieceOf(reader.read(decoder.decode(new Uint8Array(0), true), true))
    if (!last) throw problem(1, 'noHeader')
    yield last
  } catch (error) {
    if (error instanceof WrongBytes) throw problem(error.line, 'encoding')
    if (error instanceof CsvLineTooLong) throw problem(error.line, 'lineTooLong')
    throw error
  }
}

const problem = (line: number, reason: ValuesReason) => new ValuesFileError([{ line, column: null, reason }])

function readHeader({ line, cells }: CsvRecord, iccidColumn: string | undefined): ValuesHeader {
  if (!cells) throw problem(line, 'quoting')
  const iccidAt = iccidColumn === undefined ? 0 : cells.indexOf(iccidColumn.trim())
  if (iccidAt < 0) throw problem(line, 'noIccidColumn')
  const places = [...cells.keys()].filter((at) => at !== iccidAt)
  if (places.length === 0) throw problem(line, 'noColumns')
  if (places.length > maxValueColumns) throw problem(line, 'tooManyColumns')
  const names = places.map((at) => csvColumnName(cells[at]!))
  const problems = names.flatMap((name, index): ValuesProblem[] => {
    if (name === null) return [{ line, column: `column ${places[index]! + 1}`, reason: 'columnName' }]
    return names.indexOf(name) < index ? [{ line, column: name, reason: 'columnTwice' }] : []
  })
  if (problems.length > 0) throw new ValuesFileError(problems)
  return { iccidAt, columns: names.filter((name) => name !== null), places, width: cells.length }
}

function readRows(header: ValuesHeader, records: readonly CsvRecord[]): ValuesPiece {
  const rows: ValuesRow[] = []
  const problems: ValuesProblem[] = []
  for (const { line, cells } of records) {
    if (cells?.length !== header.width) {
      problems.push({ line, column: null, reason: cells ? 'cells' : 'quoting' })
      continue
    }
    const iccid = cells[header.iccidAt]!
    if (!/^\d{19,20}$/.test(iccid)) problems.push({ line, column: null, reason: 'iccid' })
    const values = header.places.map((at) => unescapeFormula(cells[at]!))
    for (const [index, value] of values.entries()) {
      const reason = faultOf(value)
      if (reason) problems.push({ line, column: header.columns[index]!, reason })
    }
    rows.push({ line, iccid, cells: values.map((value) => (value === '' ? null : value)) })
  }
  return { header, rows, problems }
}

function faultOf(value: string): ValuesReason | null {
  if (value.length * 3 > maxCellBytes && Buffer.byteLength(value) > maxCellBytes) return 'cellTooLong'
  return /\p{Cc}/u.test(value) ? 'control' : null
}
