import type { Selectable } from 'kysely'
import type { SimDataLog } from '@simdeck/contract/sim-data-logs.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Database } from '../../platform/db/schema.ts'

type LogRow = Selectable<Database['sim_data_logs']>

const shown = ({ id, sim_id: simId, user_name, user_email, created_at: at, is_success: isSuccess, failure }: LogRow): SimDataLog => ({
  id,
  simId,
  user_name,
  user_email,
  created_at: at.toISOString(),
  isSuccess,
  failure,
})

/** The rows that the page of a SIM shows. */
const shownRows = 20

export async function insertDataLog(trx: Db, row: Pick<LogRow, 'sim_id' | 'user_name' | 'user_email' | 'failure'>): Promise<SimDataLog> {
  const made = await trx
    .insertInto('sim_data_logs')
    .values({ ...row, is_success: row.failure === null })
    .returningAll()
    .executeTakeFirstOrThrow()
  return shown(made)
}

export async function selectDataLogs(db: Db, simId: number): Promise<SimDataLog[]> {
  const rows = await db.selectFrom('sim_data_logs').selectAll().where('sim_id', '=', simId).orderBy('id', 'desc').limit(shownRows).execute()
  return rows.map(shown)
}

export async function dataLogsByIds(db: Db, ids: readonly number[]): Promise<SimDataLog[]> {
  const rows = await db.selectFrom('sim_data_logs').selectAll().where('id', 'in', ids).execute()
  return rows.map(shown)
}
