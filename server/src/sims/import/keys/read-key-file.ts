import { isSubscriberKey, type KeyFileColumn, type KeyFileFormat, keyFileSeparators } from '@simdeck/contract/key-imports.ts'
import { maxCsvLineBytes } from '@simdeck/contract/sim-imports.ts'
import type { CsvEncoding } from '@simdeck/contract/tasks.ts'
import { CsvLineTooLong, CsvReader, type CsvRecord } from '../../../platform/csv/csv-reader.ts'
import { CsvDecoder, WrongBytes } from '../../../platform/csv/decode-csv.ts'
import { KeyFileError, type KeyFileReason } from './text.ts'
import { VarOutReader } from './var-out-reader.ts'

/** The non-empty cells of a line by the meaning of their column. */
export type KeyCells = Partial<Record<KeyFileColumn, string>>
export type KeyFileLine = { line: number; cells: KeyCells } | { line: number; reason: KeyFileReason }

/** `columns` has the meaning of each column, or null for columns to leave out. */
export type KeyFileReading = { format: KeyFileFormat; encoding: CsvEncoding; columns: readonly (KeyFileColumn | null)[] }

/**
 * The lines of a key file in order, while they arrive; `line` counts from 1, including the header. The first piece is returned once the
 * header is known to be valid. Throws `KeyFileError`, also later for invalid bytes and lines that are too long.
 */
export async function* readKeyFile(bytes: AsyncIterable<Uint8Array>, reading: KeyFileReading): AsyncIterable<KeyFileLine[]> {
  const decoder = new CsvDecoder(reading.encoding)
  const { format } = reading
  const reader = format === 'varOut' ? new VarOutReader(maxCsvLineBytes) : new CsvReader(maxCsvLineBytes, keyFileSeparators[format])
  let hasHeader = false
  function linesOf(records: CsvRecord[]): KeyFileLine[] {
    if (!hasHeader) {
      const [header] = records.splice(0, 1)
      if (!header) return []
      checkHeader(header, reading.columns)
      hasHeader = true
    }
    return records.map((record) => lineOf(reading.columns, record))
  }
  try {
    for await (const piece of bytes) {
      const lines = linesOf(reader.read(decoder.decode(piece)))
      if (hasHeader) yield lines
    }
    const lines = linesOf(reader.read(decoder.decode(new Uint8Array(0), true), true))
    if (!hasHeader) throw new KeyFileError(1, 'noHeader')
    yield lines
  } catch (error) {
    if (error instanceof WrongBytes) throw new KeyFileError(error.line, reading.encoding === 'utf-8' ? 'notUtf8' : 'notShiftJis')
    if (error instanceof CsvLineTooLong) throw new KeyFileError(error.line, error.quoted ? 'quotingOpen' : 'lineTooLong')
    throw error
  }
}

function checkHeader({ line, cells }: CsvRecord, columns: KeyFileReading['columns']): void {
  if (!cells) throw new KeyFileError(line, 'quoting')
  if (cells.length !== columns.length) throw new KeyFileError(line, 'columns')
  const kept = cells.findIndex((name, index) => columns[index] !== null && isSubscriberKey(name))
  if (kept >= 0) throw new KeyFileError(line, 'subscriberKey', columns[kept])
}

function lineOf(columns: KeyFileReading['columns'], { line, cells: all }: CsvRecord): KeyFileLine {
  if (!all) return { line, reason: 'quoting' }
  if (all.length !== columns.length) return { line, reason: 'columns' }
  const cells: KeyCells = {}
  for (const [at, column] of columns.entries()) if (column && all[at] !== '') cells[column] = all[at]!
  return { line, cells }
}
