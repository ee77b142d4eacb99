import { sql } from 'kysely'
import type { SimStatus } from '@simdeck/contract/sim-values.ts'
import type { CmPlatform, SimStatusChange } from '@simdeck/contract/sim-status.ts'
import type { Db } from '../platform/db/database.ts'

export type StatusOfSim = { id: number; iccid: string; device_alias: string | null; status: SimStatus; cm_platform: CmPlatform }

/** Statuses of those of the SIMs that exist. */
export async function selectStatuses(db: Db, ids: readonly number[]): Promise<StatusOfSim[]> {
  return db.selectFrom('sims').select(['id', 'iccid', 'device_alias', 'status', 'cm_platform']).where('id', 'in', ids).execute()
}

/** Changes the status of the SIMs, which the caller has locked. The history names the actor and the source. */
export async function writeStatus(
  trx: Db,
  ids: readonly number[],
  to: SimStatus,
  { actor, source }: Pick<SimStatusChange, 'actor' | 'source'>,
): Promise<void> {
  await sql`select set_config('simdeck.status_actor', ${actor ?? ''}, true), set_config('simdeck.status_source', ${source}, true)`.execute(
    trx,
  )
  await sql`update sims set status = ${to}, updated_at = now() where id = any(${ids}::bigint[])`.execute(trx)
}

export async function selectStatusChanges(db: Db, simId: number, take: number): Promise<SimStatusChange[]> {
  const rows = await db.selectFrom('sim_status_changes').selectAll().where('sim_id', '=', simId).orderBy('id', 'desc').limit(take).execute()
  return rows.map(({ id, at, actor, from_status: from, to_status: to, source }) => ({ id, at: at.toISOString(), actor, from, to, source }))
}
