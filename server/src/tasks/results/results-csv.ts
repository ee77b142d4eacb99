import { pipeline, Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { Language } from '@simdeck/contract/languages.ts'
import type { Db } from '../../platform/db/database.ts'
import { type ResultRow, selectResultsAfter } from './queries.ts'
import { reasonText } from './text.ts'

const columns = ['line', 'column', 'sim_id', 'iccid', 'outcome', 'message'] as const
type Line = Record<(typeof columns)[number], string | number | null>

const rowsAtOnce = 1000

async function* lines(db: Db, taskId: number, language: Language): AsyncIterable<Line> {
  let last = Number.MIN_SAFE_INTEGER
  for (;;) {
    const rows = await selectResultsAfter(db, taskId, last, rowsAtOnce)
    for (const row of rows) yield lineOf(row, language)
    const end = rows.at(-1)
    if (!end || rows.length < rowsAtOnce) return
    last = end.n
  }
}

function lineOf({ line, column_name, sim_id, iccid, outcome, reason }: ResultRow, language: Language): Line {
  return { line, column: column_name, sim_id, iccid, outcome, message: reasonText(reason, language) }
}

/** What became of every SIM or line, as CSV that Excel opens, read in pieces as the reader takes them. */
export function resultsCsv(db: Db, taskId: number, language: Language): Readable {
  const csv = stringify({ header: true, bom: true, columns: [...columns], escape_formulas: true })
  // The reader is told of a failure by the end of its stream.
  pipeline(Readable.from(lines(db, taskId, language)), csv, () => undefined)
  return csv
}
