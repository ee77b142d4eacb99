import type { Readable } from 'node:stream'
import { sheetWordsOf } from '@simdeck/contract/sim-column-words.ts'
import type { SimExportColumn } from '@simdeck/contract/sim-exports.ts'
import { simFields } from '@simdeck/contract/sim-fields.ts'
import { simValueWords } from '@simdeck/contract/sim-value-words.ts'
import type { CopiedRow } from '../../platform/db/copied-rows.ts'
import type { StoredExport } from '../tables.ts'
import { columnsOf } from './queries.ts'
import { exportText } from './text.ts'
import { type CellKind, xlsxOf } from './xlsx.ts'

/** The kind of a cell. Numbers such as ICCID and MNC are texts, because they are no amounts and may start with 0. */
function kindOf(column: SimExportColumn): CellKind {
  const { type } = simFields[column]
  return type === 'number' || type === 'moment' ? type : 'text'
}

/** The export as a spreadsheet, with headings and values in the language and times in the time zone of the request. */
export function spreadsheetOf(params: StoredExport, rows: AsyncIterator<CopiedRow[], void>): Readable {
  const { language, timezoneOffset } = params
  const clock = clockOf(timezoneOffset)
  const columns = columnsOf(params).map((column) => {
    const kind = kindOf(column)
    const name = sheetWordsOf(column)[language]
    const values = Object.entries(simValueWords[column] ?? {}).map(([code, text]): [string, string] => [code, text[language]])
    return { kind, heading: kind === 'moment' ? exportText.moment[language](name, clock) : name, texts: new Map(values) }
  })
  return xlsxOf({ sheetName: exportText.list[language], columns }, rows)
}

function clockOf(offset: number): string {
  const minutes = Math.abs(offset)
  const two = (n: number): string => String(n).padStart(2, '0')
  return `UTC${offset > 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/** The specified file name of a CSV export (R327), and a readable one with the time for a spreadsheet. */
export function fileNameOf({ format, language, timezoneOffset }: StoredExport, createdAt: Date): string {
  if (format === 'csv') return `sims-${Math.floor(createdAt.getTime() / 1000)}.csv`
  const local = new Date(createdAt.getTime() - timezoneOffset * 60_000).toISOString()
  const time = local.slice(11, 16).replace(':', '')
  return `${exportText.list[language].replaceAll(' ', '_')}_${local.slice(0, 10)}_${time}.xlsx`
}
