import { pipeline, Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { Db } from '../../platform/db/database.ts'
import type { SayReason } from '../task-handler.ts'
import { type ResultRow, selectResultsAfter } from './queries.ts'

const columns = ['line', 'column', 'sim_id', 'iccid', 'outcome', 'message'] as const
type Line = Record<(typeof columns)[number], string | number | null>

const rowsAtOnce = 1000

async function* lines(db: Db, taskId: number, say: SayReason): AsyncIterable<Line> {
  let last = Number.MIN_SAFE_INTEGER
  for (;;) {
    const rows = await selectResultsAfter(db, taskId, last, rowsAtOnce)
    for (const row of rows) yield lineOf(row, say)
    const end = rows.at(-1)
    if (!end || rows.length < rowsAtOnce) return
    last = end.n
  }
}

function lineOf({ line, column_name, sim_id, iccid, outcome, reason }: ResultRow, say: SayReason): Line {
  return { line, column: column_name, sim_id, iccid, outcome, message: say(reason) }
}

/** The result of every SIM or line as CSV for Excel, read page by page at the speed of the reader. */
export function resultsCsv(db: Db, taskId: number, say: SayReason): Readable {
  const csv = stringify({ header: true, bom: true, columns: [...columns], escape_formulas: true })
  // A failure destroys the stream, which shows it to the reader.
  pipeline(Readable.from(lines(db, taskId, say)), csv, () => undefined)
  return csv
}
