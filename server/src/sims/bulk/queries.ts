import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { openOta } from '../../packages/sql/open-ota.ts'

/** The next part of a selection for a task. */
export type Part = { part: number; firstNumber: number; simIds: number[]; last: boolean }

const simsInPart = 1000

/** Namespace of the advisory locks of parts: `part` in ASCII. */
const partLock = 0x70617274

/**
 * The next part of the task; null if none is left or the task has ended. A lock prevents two nodes from running the same part, because a
 * node that lost its task may still run a transaction. The task's row stays unlocked until the part ends, so that it can be cancelled
 * meanwhile.
 */
export async function takePart(trx: Db, taskId: number): Promise<Part | null> {
  await sql`select pg_advisory_xact_lock(${partLock}, ${taskId}::int)`.execute(trx)
  const { rows } = await sql<{ part: number; sim_ids: number[]; last: boolean }>`
    select part, sim_ids, not exists (
      select 1 from sim_selection_parts later where later.selection_id = tasks.selection_id and later.part > tasks.next_part) as last
    from tasks join sim_selection_parts on sim_selection_parts.selection_id = tasks.selection_id and part = next_part
    where tasks.id = ${taskId} and state in ('running', 'cancelling')
  `.execute(trx)
  const [row] = rows
  return row ? { part: row.part, firstNumber: row.part * simsInPart + 1, simIds: row.sim_ids, last: row.last } : null
}

export type LockedSim = {
  id: number
  iccid: string
  imsi: string | null
  msisdn: string | null
  imei: string | null
  external_device_id: string | null
  group_name: string | null
}

/** Locks those of the SIMs that exist in the order of their ids, as the engine does before it changes their OTAs. */
export async function lockSims(trx: Db, ids: readonly number[], strength: 'update' | 'no key update'): Promise<LockedSim[]> {
  const { rows } = await sql<LockedSim>`
    select sims.id, iccid, imsi, msisdn, imei, external_device_id, groups.name as group_name
    from sims left join groups on groups.id = sims.group_id
    where sims.id = any(${ids}::bigint[]) order by sims.id for ${sql.raw(strength)} of sims
  `.execute(trx)
  return rows
}

export async function writeAliases(trx: Db, aliases: readonly { id: number; alias: string }[]): Promise<void> {
  await sql`update sims set device_alias = given.alias, updated_at = now()
    from unnest(${aliases.map(({ id }) => id)}::bigint[], ${aliases.map(({ alias }) => alias)}::text[]) as given(id, alias)
    where sims.id = given.id`.execute(trx)
}

/** Locks the group; false if it was deleted. */
export async function lockGroup(trx: Db, id: number): Promise<boolean> {
  return (await trx.selectFrom('groups').select('id').where('id', '=', id).forKeyShare().executeTakeFirst()) !== undefined
}

export async function writeGroup(trx: Db, ids: readonly number[], groupId: number | null): Promise<void> {
  await sql`update sims set group_id = ${groupId}, updated_at = now() where id = any(${ids}::bigint[])`.execute(trx)
}

/** Those of the SIMs that have an open OTA. */
export async function withOpenOta(trx: Db, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ sim_id: number }>`
    select distinct sim_id from ota_jobs where sim_id = any(${ids}::bigint[]) and status in ${openOta}
  `.execute(trx)
  return new Set(rows.map(({ sim_id }) => sim_id))
}

/** Deletes SIMs with their keys and their history; campaigns then count without them. */
export async function removeSims(trx: Db, ids: readonly number[]): Promise<void> {
  const these = (column: string): RawBuilder<SqlBool> => sql<SqlBool>`${sql.ref(column)} = any(${ids}::bigint[])`
  // The stored figures and causes are counted again.
  await sql`update campaigns set total = campaigns.total - gone.sims, figures_final = false
    from (
      select c.id, j.sims from (select campaign_id, count(distinct sim_id) as sims from ota_jobs where ${these('sim_id')} group by campaign_id) j
      join campaigns c on c.id = j.campaign_id order by c.id for no key update of c
    ) gone where campaigns.id = gone.id`.execute(trx)
  await sql`update campaign_waves w set sims = w.sims - gone.sims
    from (select campaign_id, wave, count(distinct sim_id) as sims from ota_jobs where ${these('sim_id')} group by campaign_id, wave) gone
    where w.campaign_id = gone.campaign_id and w.wave = gone.wave`.execute(trx)
  await sql`update campaign_diagnoses set is_final = false
    where campaign_id in (select campaign_id from ota_jobs where ${these('sim_id')})`.execute(trx)
  // There is one statement per table. If foreign keys deleted these rows, each SIM would cause a lookup in every table.
  for (const table of [
    'ota_sessions',
    'sim_ota',
    'ota_jobs',
    'sim_keys',
    'earlier_poll_counters',
    'sim_status_changes',
    'sim_imei_changes',
    'sim_group_changes',
    'sim_connectors',
    'sim_data_logs',
    'sim_inventories',
    'sim_differences',
    'sim_accepted_differences',
    'sim_locations',
    'sim_contacts',
  ] as const)
    await sql`delete from ${sql.table(table)} where ${these('sim_id')}`.execute(trx)
  await sql`delete from sims where ${these('id')}`.execute(trx)
}

export type Result = { number: number; simId: number; iccid: string | null; reason: string | null }

/** Stores the result of each SIM of the part, and the progress of the task. */
export async function endPart(trx: Db, taskId: number, { part }: Part, results: readonly Result[]): Promise<void> {
  await sql`insert into task_results (task_id, n, outcome, sim_id, iccid, reason)
    select ${taskId}::bigint, n, case when reason is null then 'done' else 'refused' end, sim_id, iccid, reason
    from unnest(${results.map(({ number }) => number)}::bigint[], ${results.map(({ simId }) => simId)}::bigint[], ${results.map(({ iccid }) => iccid)}::text[],
      ${results.map(({ reason }) => reason)}::text[]) as given(n, sim_id, iccid, reason)`.execute(trx)
  const refused = results.filter(({ reason }) => reason !== null).length
  await sql`update tasks set next_part = ${part + 1}, done = done + ${results.length}, refused = refused + ${refused},
    succeeded = succeeded + ${results.length - refused} where id = ${taskId}`.execute(trx)
}
