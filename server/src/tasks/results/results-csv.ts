import { pipeline, Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { Db } from '../../platform/db/database.ts'
import type { ReasonText } from '../task-handler.ts'
import { type Outcome, type ResultRow, selectResultsAfter } from './queries.ts'

const columns = ['line', 'column', 'sim_id', 'iccid', 'outcome', 'message'] as const
type Line = Record<(typeof columns)[number], string | number | null>

const rowsAtOnce = 1000

type Chosen = { taskId: number; outcome: Outcome | undefined }

async function* lines(db: Db, chosen: Chosen, textOf: ReasonText): AsyncIterable<Line> {
  let last = Number.MIN_SAFE_INTEGER
  for (;;) {
    const rows = await selectResultsAfter(db, chosen, last, rowsAtOnce)
    for (const row of rows) yield lineOf(row, textOf)
    const end = rows.at(-1)
    if (!end || rows.length < rowsAtOnce) return
    last = end.n
  }
}

function lineOf({ line, column_name, sim_id, iccid, outcome, reason }: ResultRow, textOf: ReasonText): Line {
  return { line, column: column_name, sim_id, iccid, outcome, message: textOf(reason) }
}

/** The result of every SIM or line, or those of one outcome, as CSV for Excel, read page by page at the speed of the reader. */
export function resultsCsv(db: Db, chosen: Chosen, textOf: ReasonText): Readable {
  const csv = stringify({ header: true, bom: true, columns: [...columns], escape_formulas: true })
  // A failure destroys the stream, so that the reader receives an error.
  pipeline(Readable.from(lines(db, chosen, textOf)), csv, () => undefined)
  return csv
}
