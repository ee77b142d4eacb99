import { type Insertable, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Database } from '../../platform/db/schema.ts'

/** Locks those SIMs that no other transaction has locked, and returns their ids. */
export async function lockFreeSims(trx: Db, simIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from sims where id = any(${simIds}::bigint[]) order by id for no key update skip locked`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Copies the position of the running script from the session of each SIM, which must be locked, to its OTA. */
export async function projectPositions(trx: Db, simIds: readonly number[]): Promise<void> {
  await sql`
    update ota_jobs j set acked = s.acked, updated_at = now() from ota_sessions s
    where s.sim_id = any(${simIds}::bigint[]) and j.id = s.job_id and j.acked <> s.acked`.execute(trx)
}

/** Those of the SIMs whose session is in the middle of a script. */
export async function simsInScript(db: Db, simIds: readonly number[]): Promise<number[]> {
  const rows = await db.selectFrom('ota_sessions').select('sim_id').where('sim_id', 'in', simIds).where('acked', 'is not', null).execute()
  return rows.map((row) => row.sim_id)
}

type RawLogColumns = Insertable<Database['raw_ota_service_logs']>

/** A row of the raw log, with `fields` and `commands` as values, not as JSON text. */
export type RawLogRow = Omit<RawLogColumns, 'fields' | 'commands'> & { fields: object; commands: readonly object[] }

export async function insertRawLogs(db: Db, rows: readonly RawLogRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into raw_ota_service_logs (at, sim_id, session_id, sequence, job_id, direction, code, bytes, fields, commands)
    select at, sim_id, session_id, sequence, job_id, direction, code, bytes, fields, commands
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(at timestamptz, sim_id bigint, session_id bigint, sequence int,
      job_id bigint, direction text, code int, bytes int, fields jsonb, commands jsonb)`.execute(db)
}
