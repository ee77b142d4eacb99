import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { ChangedSim } from '../sql/end-part.ts'

/** The number of SIMs of the groups. */
export async function countSimsOf(db: Db, ids: readonly number[]): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from sims where group_id = any(${ids}::bigint[])`.execute(db)
  return rows[0]?.total ?? 0
}

/** The task that is about to delete exactly these groups; null for none. */
export async function openDeletionOf(trx: Db, groupIds: readonly number[]): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from tasks where kind = 'groupDelete' and state in ('waiting', 'running') and params -> 'groupIds' = ${JSON.stringify(groupIds)}::jsonb
    limit 1`.execute(trx)
  return rows[0]?.id ?? null
}

/** Takes up to `most` SIMs out of the groups. */
export async function freeSims(trx: Db, groupIds: readonly number[], most: number): Promise<ChangedSim[]> {
  const { rows } = await sql<ChangedSim>`
    with held as materialized (
      select id from sims where group_id = any(${groupIds}::bigint[]) order by id limit ${most} for no key update)
    update sims set group_id = null, updated_at = now() from held where sims.id = held.id returning sims.id, sims.iccid
  `.execute(trx)
  return rows
}
