import { buffer } from 'node:stream/consumers'
import yauzl from 'yauzl'

export type SheetCell = string | number | boolean | Date | null

/** The sheets of a workbook with the cells that a spreadsheet shows: text, numbers, times, booleans. */
export async function sheetsIn(file: Buffer): Promise<{ name: string; rows: SheetCell[][] }[]> {
  const parts = await partsOf(file)
  const names = [...(parts.get('xl/workbook.xml') ?? '').matchAll(/<sheet name="([^"]*)"/g)].map(([, name = '']) => plain(name))
  return names.map((name, at) => ({ name, rows: rowsOf(parts.get(`xl/worksheets/sheet${at + 1}.xml`) ?? '') }))
}

async function partsOf(file: Buffer): Promise<Map<string, string>> {
  const zip = await yauzl.fromBufferPromise(file)
  const parts = new Map<string, string>()
  for await (const entry of zip.eachEntry())
    parts.set(entry.fileName, (await buffer(await zip.openReadStreamPromise(entry))).toString('utf8'))
  return parts
}

function rowsOf(xml: string): SheetCell[][] {
  const rows = [...xml.matchAll(/<row r="(\d+)">(.*?)<\/row>/gs)].map(([, number, row = '']) => {
    const cells: SheetCell[] = []
    for (const cell of row.matchAll(/<c r="([A-Z]+)(\d+)"([^>]*)>(.*?)<\/c>/gs)) {
      if (cell[2] !== number) throw new Error(`a cell of row ${cell[2]} is in row ${number}`)
      cells[columnOf(cell[1]!)] = cellOf(cell)
    }
    return cells
  })
  const width = rows[0]?.length ?? 0
  return rows.map((row) => Array.from({ length: width }, (_, at) => row[at] ?? null))
}

const columnOf = (letters: string): number => Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1

function cellOf([, , , attributes = '', content = '']: RegExpExecArray): SheetCell {
  const [, text] = /<t[^>]*>(.*)<\/t>/s.exec(content) ?? []
  if (text !== undefined) return plain(text)
  const value = Number(/<v>(.*)<\/v>/.exec(content)?.[1])
  if (attributes.includes('t="b"')) return value === 1
  return attributes.includes('s="1"') ? new Date(Math.round((value - 25_569) * 86_400_000)) : value
}

const plain = (xml: string): string =>
  xml.replaceAll('_x005F_', '_').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
