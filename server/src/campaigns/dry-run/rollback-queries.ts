import { sql } from 'kysely'
import type { RollbackExclusion } from '@simdeck/contract/rollback.ts'
import { usualLevel } from '../../ota-kinds/cost.ts'
import type { Db } from '../../platform/db/database.ts'
import { reversals } from '../sql/reversals.ts'
import { effectOf, mostPollWithin, storeSims } from './effects-queries.ts'

/** SIMs for which a rollback does the same. The columns that do not matter for an excluded SIM are null. */
export type ReversalGroup = {
  effect: number
  reason: RollbackExclusion | null
  /** True if the applet of the campaign is removed. */
  removes: boolean
  added_id: number | null
  /** The package that is installed again; null for none. */
  before_id: number | null
  module_aid: string | null
  instance_aid: string | null
  /** Octets of its parameters, for the applet and for the card. */
  parameters_length: number | null
  card_parameters_length: number | null
  level: number | null
  buffer: number | null
  sims: number
}

const columns = sql`reason, removes, added_id, before_id, module_aid, instance_aid, parameters_length, card_parameters_length, level, buffer`

const restored = (value: string) => sql`case when r.reason is null and r.was_removed then ${sql.raw(value)} end`
const octets = (name: string) => `coalesce(length(r.before_params ->> '${name}'), 0) / 2`

/** Stores a new list for the dry run of a rollback, without SIMs. */
export async function insertRollbackList(trx: Db, createdBy: number | null): Promise<number> {
  const { id } = await trx
    .insertInto('sim_selections')
    .values({ purpose: 'rollback', total: 0, created_by: createdBy })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Notes the number of SIMs of a list. */
export async function noteTotal(trx: Db, selectionId: number, total: number): Promise<void> {
  await trx.updateTable('sim_selections').set({ total }).where('id', '=', selectionId).execute()
}

/** Groups the SIMs that a campaign changed by the effect of a rollback, and stores the SIMs of each group in the list. */
export async function classifyReversals(
  trx: Db,
  { campaignId, simIds, selectionId, jobs }: { campaignId: number; simIds: readonly number[] | null; selectionId: number; jobs: number },
): Promise<{ groups: ReversalGroup[]; seconds: number | null }> {
  const { rows } = await sql<ReversalGroup & { seconds: number | null }>`
    with r as materialized (${reversals(campaignId, simIds)}),
    known as (
      select r.sim_id as id, contact.last_poll, r.reason, r.reason is null and r.added_aid is not null as removes, r.added_id,
        ${restored('r.before_id')} as before_id, ${restored(`r.before_params ->> 'moduleAID'`)} as module_aid,
        ${restored(`r.before_params ->> 'instanceAID'`)} as instance_aid, ${restored(octets('installParameters'))} as parameters_length,
        ${restored(octets('cardParameters'))} as card_parameters_length,
        case when r.reason is null then coalesce(k.security_level, ${sql.lit(usualLevel)}) end as level,
        case when r.reason is null then contact.receive_buffer end as buffer
      from r left join sim_contacts contact on contact.sim_id = r.sim_id left join sim_keys k on k.sim_id = r.sim_id
    ),
    d as materialized (select *, ${effectOf(columns)} as effect from known),
    stored as (${storeSims(selectionId)})
    select effect, ${columns}, count(*) as sims, ${mostPollWithin(sql`d`, sql`reason is null`, jobs)} as seconds
    from d group by effect, ${columns}`.execute(trx)
  return { groups: rows, seconds: rows[0]?.seconds ?? null }
}

export type FormerPackage = {
  id: number
  package_aid: string
  ota_version: string
  label: string
  name: string
  load_length: number
}

export async function selectFormerPackages(trx: Db, ids: readonly number[]): Promise<FormerPackage[]> {
  if (ids.length === 0) return []
  return trx
    .selectFrom('packages')
    .select(['id', 'package_aid', 'ota_version', 'label', 'name', 'load_length'])
    .where('id', 'in', [...ids])
    .orderBy('id')
    .execute()
}
