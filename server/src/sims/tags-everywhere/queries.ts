import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { ChangedSim } from '../sql/end-part.ts'
import { isUnused } from '../sql/unused-tag.ts'

/** The text of a tag, locked against deletion and other changes of its text; undefined if there is none. */
export async function lockTagLabel(trx: Db, key: string): Promise<string | undefined> {
  return (await trx.selectFrom('sim_tags').select('label').where('key', '=', key).forNoKeyUpdate().executeTakeFirst())?.label
}

export async function writeLabel(trx: Db, { key, label }: { key: string; label: string }): Promise<void> {
  await trx.updateTable('sim_tags').set({ label }).where('key', '=', key).execute()
}

/** Deletes a tag if no SIM has it; false if one has. Waits for those who give it to a SIM, so the caller holds no SIM. */
export async function deleteIfUnused(trx: Db, key: string): Promise<boolean> {
  await trx.selectFrom('sim_tags').select('key').where('key', '=', key).forUpdate().execute()
  const { numDeletedRows } = await trx.deleteFrom('sim_tags').where('key', '=', key).where(isUnused).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Locks up to `most` SIMs with a higher id than `after` that have a tag, in the order of their ids. */
export async function lockSimsWithTag(trx: Db, key: string, { after, most }: { after: number; most: number }): Promise<ChangedSim[]> {
  const { rows } = await sql<ChangedSim>`
    select id, iccid from sims where tags @> array[${key}]::text[] and tags <> '{}' and id > ${after}
    order by id limit ${most} for no key update`.execute(trx)
  return rows
}

/** Lets one node at a time run a part of the task. */
export async function lockTask(trx: Db, taskId: number): Promise<void> {
  await trx.selectFrom('tasks').select('id').where('id', '=', taskId).forUpdate().execute()
}
