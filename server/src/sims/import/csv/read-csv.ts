import { maxCsvLineBytes, type SimCsvColumn } from '@simdeck/contract/sim-imports.ts'
import type { CsvEncoding } from '@simdeck/contract/tasks.ts'
import { CsvLineTooLong, CsvReader, type CsvRecord } from '../../../platform/csv/csv-reader.ts'
import { CsvDecoder, WrongBytes } from '../../../platform/csv/decode-csv.ts'
import { unescapeFormula } from '../../../platform/csv/formula.ts'
import { CsvHeaderError, readHeader } from './header.ts'
import type { ImportProblem } from './text.ts'

/** The non-empty cells of a line by column. */
export type Cells = Partial<Record<SimCsvColumn, string>>
export type CsvLine = { line: number; cells: Cells } | ImportProblem

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
