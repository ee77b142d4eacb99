import { type RawBuilder, sql } from 'kysely'
import type { SimFilter } from '@simdeck/contract/sims.ts'
import type { Db } from '../../platform/db/database.ts'
import { freeze, type Frozen, frozenIds, type Purpose, tooMany } from '../sql/frozen-lists.ts'
import { simsMatching } from '../sql/sims-matching.ts'

export type { Frozen, Purpose }

const notInUse = sql`not exists (
  select 1 from tasks where selection_id = sim_selections.id and state not in ('completed', 'cancelled', 'failed'))
  and not exists (select from campaign_setups where snapshot_id = sim_selections.id and problem is null)
  and not exists (select from campaign_approvals a join campaigns c on c.id = a.campaign_id
    where a.selection_id = sim_selections.id and c.state = 'awaitingApproval')`

export type SimChoice = { filter: SimFilter } | { simIds: readonly number[] }
export type TargetChoice = SimChoice | { selectionId: number }

/** Stores a selection: the chosen SIMs, or those SIMs of another selection that still exist. */
export function insertSelection(db: Db, choice: TargetChoice, purpose: Purpose, createdBy: number | null): Promise<Frozen> {
  return freeze(db, sql`select sims.id from sims where ${conditionOf(choice)}`, purpose, createdBy)
}

function conditionOf(choice: TargetChoice): RawBuilder<unknown> {
  if ('filter' in choice) return simsMatching(choice.filter)
  return 'simIds' in choice ? sql`sims.id = any(${choice.simIds}::bigint[])` : sql`sims.id in (${frozenIds(choice.selectionId)})`
}

/**
 * Deletes the selections that meet the condition, except those of unfinished tasks, of campaigns that are being set up or wait for
 * approval, and those locked by another transaction, so that deletions never wait.
 */
const deleteUnlocked = (db: Db, condition: RawBuilder<unknown>) =>
  sql`delete from sim_selections where id in (select id from sim_selections where ${condition} and ${notInUse} for update skip locked)`.execute(
    db,
  )

/**
 * Deletes the oldest selections of a member, or of API IDs for null, as far as they exceed the limits on selections and on their SIMs. It
 * keeps the newest one and those in use.
 */
export async function keepNewestSelections(trx: Db, purpose: Purpose, createdBy: number | null): Promise<void> {
  await deleteUnlocked(trx, sql`id in (${tooMany(purpose, createdBy)})`)
}

/** Locks a selection of the purpose `change`, so that it is not deleted before the transaction ends; undefined if it does not exist. */
export async function lockSelection(trx: Db, id: number): Promise<{ id: number; total: number } | undefined> {
  return trx
    .selectFrom('sim_selections')
    .select(['id', 'total'])
    .where('id', '=', id)
    .where('purpose', '=', 'change')
    .forKeyShare()
    .executeTakeFirst()
}

/** Keeps the filter that chose the SIMs of a selection. */
export async function noteFilter(trx: Db, id: number, filter: Record<string, string>): Promise<void> {
  await trx
    .updateTable('sim_selections')
    .set({ filter: JSON.stringify(filter) })
    .where('id', '=', id)
    .execute()
}

/**
 * Deletes selections after a day, snapshots after a week and the dry runs of approvals after 90 days, except those in use.
 */
export async function deleteOldSelections(db: Db): Promise<void> {
  await deleteUnlocked(
    db,
    sql`created_at < now() - case purpose when 'snapshot' then interval '7 days'
    when 'approval' then interval '90 days' else interval '1 day' end`,
  )
}
