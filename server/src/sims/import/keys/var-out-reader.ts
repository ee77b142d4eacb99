import { type CsvRecord, CsvLineTooLong } from '../../../platform/csv/csv-reader.ts'
import { KeyFileError } from './text.ts'

/** Maximum of lines before the names of the columns. */
const maxHeaderLines = 1_000

const varOut = /^var_?\s?out\s*:/i

/**
 * Splits the output file of a card vendor, which arrives in pieces: the first record has the names of the columns, from the line
 * `Var_Out:`, and the others the values of the lines after it. The header above it and lines that begin with `*` or `#` are left out.
 */
export class VarOutReader {
  readonly #maxLineBytes: number
  #rest = ''
  #line = 0
  #hasNames = false

  constructor(maxLineBytes: number) {
    this.#maxLineBytes = maxLineBytes
  }

  /** The next complete lines; `last` marks the last piece, which ends its line. Throws `CsvLineTooLong` and `KeyFileError`. */
  read(piece: string, last = false): CsvRecord[] {
    const lines = (this.#rest + piece).split(/\r?\n/)
    this.#rest = last ? '' : (lines.pop() ?? '')
    if (Buffer.byteLength(this.#rest) > this.#maxLineBytes) throw new CsvLineTooLong(this.#line + lines.length + 1, false)
    const records = lines.flatMap((line) => this.#take(line.trim()))
    if (last && !this.#hasNames) throw new KeyFileError(1, 'noVarOut')
    return records
  }

  #take(row: string): CsvRecord[] {
    const line = ++this.#line
    if (row.length * 3 > this.#maxLineBytes && Buffer.byteLength(row) > this.#maxLineBytes) throw new CsvLineTooLong(line, false)
    if (this.#hasNames) return row === '' || /^[*#]/.test(row) ? [] : [{ line, cells: cellsOf(row) }]
    const names = varOut.exec(row)
    if (names) {
      this.#hasNames = true
      return [{ line, cells: cellsOf(row.slice(names[0].length).trim()) }]
    }
    if (line === maxHeaderLines) throw new KeyFileError(1, 'noVarOut')
    return []
  }
}

/** Between slashes a value may be empty; between blanks it may not. */
const cellsOf = (row: string): string[] => (row.includes('/') ? row.split('/').map((cell) => cell.trim()) : row.split(/\s+/))
