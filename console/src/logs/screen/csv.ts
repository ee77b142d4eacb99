import type { CallInput } from '@simdeck/contract/client.ts'
import type { Endpoint } from '@simdeck/contract/endpoint.ts'
import type { Page } from '@simdeck/contract/list.ts'
import { logRowCap } from '@simdeck/contract/logs.ts'
import { call } from '../../session/api/api.ts'
import { saveFile } from '../../ui/frame/save-file.ts'

/** Columns of the file of a log: their names and texts. */
export type CsvColumns<Row> = Record<string, (row: Row) => string | number | null>

const pageRows = 100

/** A cell as text. A spreadsheet takes a text with an apostrophe before it for a text, and not for a formula. */
export function csvCell(value: string | number | null): string {
  const text = String(value ?? '')
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export function csvOf<Row>(columns: CsvColumns<Row>, rows: readonly Row[]): string {
  const lines = rows.map((row) => Object.values(columns).map((cell) => csvCell(cell(row))))
  return [Object.keys(columns), ...lines].map((cells) => `${cells.join(',')}\r\n`).join('')
}

/**
 * Downloads the first 1,000 rows that match, in a file with the unix time in its name (specification §7, exports). A log grows while its
 * pages are read: they are read from the newest row on, so that none is skipped, and a row that comes twice counts once.
 */
export async function downloadLog<Row extends { id: number }>(
  name: string,
  endpoint: Endpoint,
  query: object,
  columns: CsvColumns<Row>,
): Promise<void> {
  const rows = new Map<number, Row>()
  const { sort: shown }: { sort?: string } = query
  const sort = shown?.replace(/:ASC$/, ':DESC')
  for (let pageIndex = 0; pageIndex * pageRows < logRowCap; pageIndex++) {
    const input = { query: { ...query, sort, take: pageRows, pageIndex } } as unknown as CallInput<Endpoint>
    const page = (await call(endpoint, input)) as Page<Row>
    for (const row of page.data) rows.set(row.id, row)
    if (pageIndex + 1 >= page.totalPages) break
  }
  const listed = [...rows.values()]
  if (sort !== shown) listed.reverse()
  // A spreadsheet recognises UTF-8 by the byte order mark.
  saveFile(`${name}_${Math.floor(Date.now() / 1000)}.csv`, `\uFEFF${csvOf(columns, listed)}`, 'text/csv;charset=utf-8')
}
