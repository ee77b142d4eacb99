import { type SqlBool, sql } from 'kysely'
import type { SimImeiChange } from '@simdeck/contract/sim-imei.ts'
import type { ImeiLock } from '@simdeck/contract/sim-values.ts'
import type { Db } from '../platform/db/database.ts'
import type { TaskCreator } from '../tasks/task-handler.ts'

export type ImeiOfSim = {
  id: number
  iccid: string
  device_alias: string | null
  imei: string | null
  imei_status: string
  imei_lock: ImeiLock
}

/** Those of the SIMs that exist, locked until the transaction ends, in the order of their ids. */
export async function lockImeis(trx: Db, ids: readonly number[]): Promise<ImeiOfSim[]> {
  return trx
    .selectFrom('sims')
    .select(['id', 'iccid', 'device_alias', 'imei', 'imei_status', 'imei_lock'])
    .where(sql<SqlBool>`id = any(${ids}::bigint[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Confirms the present devices of SIMs, which the caller has locked. */
export async function writeConfirmed(trx: Db, ids: readonly number[], by: string): Promise<void> {
  await sql`update sims set imei_status = 'confirmed', updated_at = now() where id = any(${ids}::bigint[])`.execute(trx)
  await sql`update sim_imei_changes set confirmed_at = now(), confirmed_by = ${by}
    where sim_id = any(${ids}::bigint[]) and confirmed_at is null`.execute(trx)
}

/** Changes the locks of SIMs, which the caller has locked. */
export async function writeLocks(trx: Db, ids: readonly number[], lock: ImeiLock, by: TaskCreator): Promise<void> {
  const credential = by.kind === 'apiId' ? by.credentialId : null
  await sql`update sims set imei_lock = ${lock}, updated_at = now(),
      imei_lock_member = ${lock === 'off' ? null : by.memberId}, imei_lock_credential = ${lock === 'off' ? null : credential}
    where id = any(${ids}::bigint[])`.execute(trx)
}

/** The last changes of a SIM, newest first; null if there is no such SIM. */
export async function selectImeiChanges(db: Db, simId: number, take: number): Promise<SimImeiChange[] | null> {
  const sim = await db.selectFrom('sims').select('id').where('id', '=', simId).executeTakeFirst()
  if (!sim) return null
  const rows = await db.selectFrom('sim_imei_changes').selectAll().where('sim_id', '=', simId).orderBy('id', 'desc').limit(take).execute()
  return rows.map(({ id, at, from_imei: from, to_imei: to, confirmed_at: confirmedAt, confirmed_by, lock_result }) => ({
    id,
    at: at.toISOString(),
    from,
    to,
    confirmed_at: confirmedAt?.toISOString() ?? null,
    confirmed_by,
    lock_result,
  }))
}
