import type { CsvEncoding } from '@simdeck/contract/tasks.ts'

/** Number of bytes that are read before the upload. */
export const startBytes = 256 * 1024

/** Start of a file. `whole` is true if it is the entire file. */
export interface FileStart {
  bytes: Uint8Array
  whole: boolean
}

/** Reads the start of a file. Rejects if the file was changed or removed after the user chose it. */
export async function readStart(file: File): Promise<FileStart> {
  return { bytes: new Uint8Array(await file.slice(0, startBytes).arrayBuffer()), whole: file.size <= startBytes }
}

/** Reason for which a file is not a CSV file, as far as its start shows. */
export type CsvFault = 'empty' | 'utf16' | 'binary'

export function csvFault({ bytes }: FileStart): CsvFault | null {
  if (bytes.length === 0) return 'empty'
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) return 'utf16'
  return bytes.includes(0) ? 'binary' : null
}

const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    // The last character may be incomplete.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

/** Guesses the encoding. A file that is not UTF-8 counts as Shift_JIS, which Excel writes in Japan. */
export function guessEncoding({ bytes }: FileStart): CsvEncoding {
  return isUtf8(bytes) ? 'utf-8' : 'shift_jis'
}

/** Decodes the start. Invalid characters become U+FFFD, and a byte order mark is removed. */
export function decodeStart({ bytes }: FileStart, encoding: CsvEncoding): string {
  return new TextDecoder(encoding).decode(bytes, { stream: true })
}

/** First `most` non-empty records, with trimmed cells. If the text is not `whole`, its last record may be incomplete and is left out. */
export function firstRecords(text: string, most: number, whole: boolean, separator = ','): string[][] {
  const records: string[][] = []
  let cells: string[] = []
  let cell = ''
  let quoted = false
  const endRecord = (): void => {
    cells.push(cell.trim())
    if (cells.some((value) => value !== '')) records.push(cells)
    cells = []
    cell = ''
  }
  for (let at = 0; at < text.length && records.length < most; at++) {
    const character = text.charAt(at)
    if (quoted) {
      if (character !== '"') cell += character
      else if (text[at + 1] === '"') cell += text.charAt(++at)
      else quoted = false
    } else if (character === '"' && cell.trim() === '') {
      quoted = true
      cell = ''
    } else if (character === separator) {
      cells.push(cell.trim())
      cell = ''
    } else if (character === '\n' || character === '\r') {
      endRecord()
    } else {
      cell += character
    }
  }
  if (whole && records.length < most && (cell !== '' || cells.length > 0)) endRecord()
  return records
}
