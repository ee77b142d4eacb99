import type { CsvEncoding } from '@simdeck/contract/tasks.ts'

/** Bytes that are invalid in the encoding; `line` counts from 1. */
export class WrongBytes extends Error {
  readonly line: number

  constructor(line: number) {
    super('the bytes are invalid in the given encoding')
    this.line = line
  }
}

const newline = 0x0a

/** Decodes the bytes of a file piece by piece, without a byte order mark. Throws `WrongBytes`. */
export class CsvDecoder {
  readonly #encoding: CsvEncoding
  readonly #decoder: TextDecoder
  #line = 1

  constructor(encoding: CsvEncoding) {
    this.#encoding = encoding
    this.#decoder = new TextDecoder(encoding, { fatal: true })
  }

  decode(bytes: Uint8Array, last = false): string {
    let text: string
    try {
      text = this.#decoder.decode(bytes, { stream: !last })
    } catch {
      throw new WrongBytes(this.#line + this.#wrongLineOf(bytes))
    }
    for (let at = bytes.indexOf(newline); at >= 0; at = bytes.indexOf(newline, at + 1)) this.#line++
    return text
  }

  /**
   * The number of line feeds in these bytes before the first line that is invalid by itself. 0 if no later line is invalid: then the first
   * line is invalid, together with its start in an earlier piece. In these encodings only a line feed contains the byte of a line feed.
   */
  #wrongLineOf(bytes: Uint8Array): number {
    let from = bytes.indexOf(newline) + 1
    for (let line = 1; from > 0; line++) {
      const end = bytes.indexOf(newline, from)
      try {
        new TextDecoder(this.#encoding, { fatal: true }).decode(bytes.subarray(from, end < 0 ? undefined : end), { stream: end < 0 })
      } catch {
        return line
      }
      from = end + 1
    }
    return 0
  }
}
