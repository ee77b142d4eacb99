import { sql } from 'kysely'
import type { SimFilter } from '@simdeck/contract/sims.ts'
import type { Db } from '../../platform/db/database.ts'
import { simsMatching } from '../sql/sims-matching.ts'
import { tooMany } from '../sql/frozen-lists.ts'

/** SIMs in one part of a selection; a bulk change handles one part per transaction. */
const simsInPart = 1000

export type Frozen = { id: number; total: number; created_at: Date }

const idsOf = (selectionId: number) => sql`select unnest(sim_ids) from sim_selection_parts where selection_id = ${selectionId}`

const notInWork = sql`not exists (
  select 1 from tasks where selection_id = sim_selections.id and state not in ('completed', 'cancelled', 'failed'))`

export type WhichSims = { filter: SimFilter } | { simIds: readonly number[] }

/** Stores the SIMs as a selection, in the order of their ids, in one statement. */
export async function insertSelection(db: Db, which: WhichSims, createdBy: number | null): Promise<Frozen> {
  const condition = 'filter' in which ? simsMatching(which.filter) : sql`sims.id = any(${which.simIds}::bigint[])`
  const { rows } = await sql<Frozen>`
    with chosen as materialized (
      select part, array_agg(id) as sim_ids
      from (select sims.id, (row_number() over (order by sims.id) - 1) / ${sql.lit(simsInPart)} as part from sims where ${condition}) numbered
      group by part
    ),
    selection as (
      insert into sim_selections (total, created_by) select coalesce(sum(cardinality(sim_ids)), 0), ${createdBy}::bigint from chosen
      returning id, total, created_at
    ),
    parts as (
      insert into sim_selection_parts (selection_id, part, sim_ids) select selection.id, part, chosen.sim_ids from selection, chosen
    )
    select id, total, created_at from selection
  `.execute(db)
  return rows[0]!
}

/**
 * Deletes the oldest selections of a member (of API IDs for null) beyond a number of selections and of their SIMs. The newest one and those
 * of unfinished tasks stay.
 */
export async function keepNewestSelections(trx: Db, createdBy: number | null): Promise<void> {
  await sql`delete from sim_selections where id in (${tooMany('sim_selections', createdBy)}) and ${notInWork}`.execute(trx)
}

/** Locks the selection against deletion until the transaction ends; undefined if it was deleted. */
export async function lockSelection(trx: Db, id: number): Promise<{ id: number; total: number } | undefined> {
  return trx.selectFrom('sim_selections').select(['id', 'total']).where('id', '=', id).forKeyShare().executeTakeFirst()
}

/** A snapshot of those SIMs of a selection that still exist. */
export async function insertSnapshotOf(db: Db, selectionId: number, createdBy: number | null): Promise<Frozen> {
  const { rows } = await sql<Frozen>`
    with chosen as materialized (select id from sims where id in (${idsOf(selectionId)})),
    snapshot as (
      insert into ota_snapshots (total, created_by) select count(*), ${createdBy}::bigint from chosen returning id, total, created_at
    ),
    members as (insert into ota_snapshot_sims (snapshot_id, sim_id) select snapshot.id, chosen.id from snapshot, chosen)
    select id, total, created_at from snapshot
  `.execute(db)
  return rows[0]!
}

/** Deletes selections older than a day, except those of unfinished tasks. */
export async function deleteOldSelections(db: Db): Promise<void> {
  await sql`delete from sim_selections where created_at < now() - interval '1 day' and ${notInWork}`.execute(db)
}
