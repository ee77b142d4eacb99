/** One line of a CSV (RFC 4180), with trimmed cells; cells are null if the quotation marks are wrong. Lines count from 1. */
export type CsvRecord = { line: number; cells: string[] | null }

export type CsvSeparator = ',' | ';' | '\t'

/** A line exceeds the maximum length; `quoted` if the cause is a quotation mark that is never closed. */
export class CsvLineTooLong extends Error {
  readonly line: number
  readonly quoted: boolean

  constructor(line: number, quoted: boolean) {
    super('a line of a CSV is too long')
    this.line = line
    this.quoted = quoted
  }
}

const newline = 0x0a
const quote = 0x22

/**
 * Splits text that arrives in pieces into the lines of a CSV. The first line decides if lines end with CR LF, LF or CR. An unfinished line
 * is searched again only when its text has doubled, so that small pieces cost no more than large ones; at most twice the length of a
 * line is in memory. The reader is several times as fast as csv-parse, which would dominate the time of an import.
 */
export class CsvReader {
  readonly #maxLineBytes: number
  readonly #separator: CsvSeparator
  #rest = ''
  #lookAgainAt = 0
  #line = 1
  #ending: '\n' | '\r' | null = null

  constructor(maxLineBytes: number, separator: CsvSeparator = ',') {
    this.#maxLineBytes = maxLineBytes
    this.#separator = separator
  }

  /** The next complete lines, without empty ones; `last` marks the last piece, which ends its line. Throws `CsvLineTooLong`. */
  read(piece: string, last = false): CsvRecord[] {
    let text = this.#rest + piece
    if (!last && text.length < this.#lookAgainAt) {
      this.#rest = text
      return []
    }
    if (this.#ending === null) this.#ending = endingOf(text, last)
    if (this.#ending === '\r') text = text.replaceAll('\r', '\n')
    const records: CsvRecord[] = []
    let at = 0
    while (at < text.length) {
      const end = this.#take(text, at, last, records)
      if (end === null) break
      at = end
    }
    this.#rest = text.slice(at)
    this.#lookAgainAt = 2 * this.#rest.length
    if (Buffer.byteLength(this.#rest) > this.#maxLineBytes) throw new CsvLineTooLong(this.#line, this.#rest.includes('"'))
    return records
  }

  /** Reads the line at `from`; returns the start of the next one, or null if this one is incomplete. */
  #take(text: string, from: number, last: boolean, records: CsvRecord[]): number | null {
    let end = text.indexOf('\n', from)
    if (end < 0) {
      if (!last) return null
      end = text.length
    }
    const row = text.slice(from, end)
    if (!row.includes('"')) {
      this.#checkLength(row)
      const cells = row.split(this.#separator)
      for (let index = 0; index < cells.length; index++) cells[index] = cells[index]!.trim()
      if (cells.length > 1 || cells[0] !== '') records.push({ line: this.#line, cells })
      this.#line++
      return end + 1
    }
    const quoted = readQuoted(text, from, last, this.#separator)
    if (quoted === null) return null
    const whole = text.slice(from, quoted.end)
    this.#checkLength(whole)
    records.push({ line: this.#line, cells: quoted.cells })
    this.#line += 1 + (whole.match(/\n/g)?.length ?? 0)
    return quoted.end + 1
  }

  #checkLength(row: string): void {
    if (row.length * 3 > this.#maxLineBytes && Buffer.byteLength(row) > this.#maxLineBytes)
      throw new CsvLineTooLong(this.#line, row.includes('"'))
  }
}

function endingOf(text: string, last: boolean): '\n' | '\r' | null {
  const first = text.search(/[\r\n]/)
  if (first < 0) return null
  if (text[first] === '\n') return '\n'
  if (first === text.length - 1 && !last) return null
  return text[first + 1] === '\n' ? '\n' : '\r'
}

/** Reads a line with quotation marks; `end` is the position of its line break. Null if the text ends before the line does. */
function readQuoted(text: string, from: number, last: boolean, separator: CsvSeparator): { cells: string[] | null; end: number } | null {
  const cells: string[] = []
  const lineEnd = (at: number) => {
    const end = text.indexOf('\n', at)
    return end < 0 && last ? text.length : end
  }
  const broken = (at: number) => (lineEnd(at) < 0 ? null : { cells: null, end: lineEnd(at) })
  const isBlank = (character: string | undefined) => character === ' ' || (character === '\t' && separator !== '\t')
  let at = from
  for (;;) {
    while (isBlank(text[at])) at++
    let cell: string
    if (text.charCodeAt(at) === quote) {
      cell = ''
      let close = at
      for (;;) {
        const open = close + 1
        close = text.indexOf('"', open)
        // A quotation mark that is never closed makes only its first line invalid.
        if (close < 0) return last ? broken(from) : null
        cell += text.slice(open, close)
        if (text.charCodeAt(close + 1) !== quote) break
        cell += '"'
        close++
      }
      if (close + 1 === text.length && !last) return null
      at = close + 1
      while (isBlank(text[at]) || text[at] === '\r') at++
      if (at === text.length && !last) return null
    } else {
      const start = at
      while (at < text.length && text[at] !== separator && text.charCodeAt(at) !== newline) {
        if (text.charCodeAt(at) === quote) return broken(at)
        at++
      }
      if (at === text.length && !last) return null
      cell = text.slice(start, at)
    }
    cells.push(cell.trim())
    if (at >= text.length || text.charCodeAt(at) === newline) return { cells, end: at }
    if (text[at] !== separator) return broken(at)
    at++
  }
}
