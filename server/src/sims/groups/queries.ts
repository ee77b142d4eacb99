import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

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

export type FreedSim = { id: number; iccid: string }

/** Takes up to `most` SIMs out of the groups. */
export async function freeSims(trx: Db, groupIds: readonly number[], most: number): Promise<FreedSim[]> {
  const { rows } = await sql<FreedSim>`
    with held as materialized (
      select id from sims where group_id = any(${groupIds}::bigint[]) order by id limit ${most} for no key update)
    update sims set group_id = null, updated_at = now() from held where sims.id = held.id returning sims.id, sims.iccid
  `.execute(trx)
  return rows
}

/** Stores the result of each freed SIM and the progress of the task; false if the task has ended. */
export async function endGroupPart(trx: Db, taskId: number, sims: readonly FreedSim[]): Promise<boolean> {
  const { rows } = await sql<{ done: number }>`
    update tasks set done = done + ${sims.length}, succeeded = succeeded + ${sims.length}, total = greatest(total, done + ${sims.length})
    where id = ${taskId} and state in ('running', 'cancelling') returning done - ${sims.length} as done`.execute(trx)
  const [task] = rows
  if (!task) return false
  await sql`insert into task_results (task_id, n, outcome, sim_id, iccid)
    select ${taskId}::bigint, ${task.done}::bigint + place, 'done', sim_id, iccid
    from unnest(${sims.map(({ id }) => id)}::bigint[], ${sims.map(({ iccid }) => iccid)}::text[])
      with ordinality as given(sim_id, iccid, place)`.execute(trx)
  return true
}
