import { PassThrough, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { columnLetters, contentTypes, rootRelations, sheetEnd, sheetStart, styles, workbook, workbookRelations } from './xlsx-parts.ts'

/** Type of a column's cells. A text cell stays text, even if it looks like a number. */
export type CellKind = 'text' | 'number' | 'moment'
/** `texts` maps values to the text that the cell shows. */
export type XlsxColumn = { heading: string; kind: CellKind; texts?: ReadonlyMap<string, string> }
type Row = readonly (string | null)[]

/** Maximum of rows in a sheet of Excel, including the heading. */
const rowsOfSheet = 1_048_576

/**
 * A workbook (ECMA-376), generated while it is read: only the current rows are in memory. Rows beyond one sheet continue in the next. A
 * `moment` is a number of days, as Excel counts them. If the reader stops, no more rows are read.
 */
export function xlsxOf(
  { sheetName, columns }: { sheetName: string; columns: readonly XlsxColumn[] },
  rows: AsyncIterator<readonly Row[], void>,
  maxRows = rowsOfSheet,
): Readable {
  const zip = new ZipFile()
  const output = new PassThrough()
  zip.on('error', (error: Error) => output.destroy(error))
  zip.outputStream.pipe(output)
  const supply = supplyOf(rows)
  let sheet: Readable | null = null
  output.once('close', () => {
    sheet?.destroy()
    void rows.return?.()
  })

  async function fill(): Promise<void> {
    let sheets = 0
    do {
      sheets++
      sheet = Readable.from(sheetOf(columns, supply, maxRows - 1), { objectMode: false, highWaterMark: 65_536 })
      zip.addReadStream(sheet, `xl/worksheets/sheet${sheets}.xml`, { compressionLevel: 1 })
      await finished(sheet)
    } while (await supply.hasMore())
    const names = Array.from({ length: sheets }, (_, at) => (sheets === 1 ? sheetName : `${sheetName} ${at + 1}`))
    const parts: [string, string][] = [
      ['[Content_Types].xml', contentTypes(sheets)],
      ['_rels/.rels', rootRelations],
      ['xl/workbook.xml', workbook(names.map(escaped))],
      ['xl/_rels/workbook.xml.rels', workbookRelations(sheets)],
      ['xl/styles.xml', styles],
    ]
    for (const [path, text] of parts) zip.addBuffer(Buffer.from(text), path)
    zip.end()
  }
  fill().catch((error: Error) => output.destroy(error))
  return output
}

type Supply = { take: (limit: number) => Promise<readonly Row[]>; hasMore: () => Promise<boolean> }

/** Supplies the rows in pieces of the requested size. */
function supplyOf(rows: AsyncIterator<readonly Row[], void>): Supply {
  let left: readonly Row[] = []
  let ended = false
  const hasMore = async (): Promise<boolean> => {
    while (left.length === 0 && !ended) {
      const next = await rows.next()
      if (next.done) ended = true
      else left = next.value
    }
    return left.length > 0
  }
  return {
    hasMore,
    async take(limit) {
      await hasMore()
      const taken = left.slice(0, limit)
      left = left.slice(limit)
      return taken
    },
  }
}

async function* sheetOf(columns: readonly XlsxColumn[], supply: Supply, maxRows: number): AsyncGenerator<string> {
  yield sheetStart(columns.map(({ heading, kind }) => ({ heading: escaped(heading), width: kind === 'number' ? 14 : 22 })))
  // Row and cell references are optional, but some readers need them.
  const letters = columns.map((_, at) => columnLetters(at))
  let last = 1
  while (last <= maxRows) {
    const rows = await supply.take(maxRows + 1 - last)
    if (rows.length === 0) break
    const first = last + 1
    last += rows.length
    yield rows.map((row, at) => rowOf({ columns, letters, row, number: first + at })).join('')
  }
  yield sheetEnd
}

type PlacedRow = { columns: readonly XlsxColumn[]; letters: readonly string[]; row: Row; number: number }

/** The XML of a row; cells without a value are absent. */
function rowOf({ columns, letters, row, number }: PlacedRow): string {
  let xml = `<row r="${number}">`
  for (let at = 0; at < columns.length; at++) {
    const value = row[at] ?? null
    const { kind, texts } = columns[at]!
    if (value !== null) xml += `<c r="${letters[at]}${number}"${cellOf(kind, texts?.get(value) ?? value)}</c>`
  }
  return `${xml}</row>`
}

function cellOf(kind: CellKind, value: string): string {
  if (kind === 'number') return `><v>${value}</v>`
  if (kind === 'moment') return ` s="1"><v>${value}</v>`
  return ` s="3" t="inlineStr"><is><t${/^\s|\s$/.test(value) ? ' xml:space="preserve"' : ''}>${escaped(value)}</t></is>`
}

/** Characters that XML cannot contain are removed. `_x0041_` needs an escape, because readers decode it as the character. */
// oxlint-disable-next-line no-control-regex -- the pattern searches for control characters
const special = /[&<>"\u0000-\u0008\u000b\u000c\u000d\u000e-\u001f\ufffe\uffff]|_(?=x[0-9a-f]{4}_)/gi
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', _: '_x005F_', '\r': '&#13;' }
const escaped = (text: string): string => text.replaceAll(special, (found) => entities[found] ?? '')
