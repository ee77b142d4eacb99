import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

export type ChangedSim = { id: number; iccid: string }

/**
 * Stores the result of each changed SIM of a task without a selection, and the progress of the task; false if the task has ended. The total
 * grows if there were more SIMs than at its start.
 */
export async function endUncountedPart(trx: Db, taskId: number, sims: readonly ChangedSim[]): Promise<boolean> {
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
