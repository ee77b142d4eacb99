import { sql } from 'kysely'
import { appletTypes } from '@simdeck/contract/ota-progress.ts'
import type { Sought } from '@simdeck/contract/sim-search.ts'
import type { Db } from '../../platform/db/database.ts'
import { simsMatching } from '../../sims/sql/sims-matching.ts'
import { type DryRunFacts, type Effect } from './effects-queries.ts'

/** True if the selection may have a dry run: a snapshot that no campaign has used, a rollback, or the request of an approval. */
export async function mayHaveDryRun(db: Db, selectionId: number): Promise<boolean> {
  const row = await db
    .selectFrom('sim_selections')
    .select('id')
    .where('id', '=', selectionId)
    .where('purpose', 'in', ['snapshot', 'rollback', 'approval'])
    .executeTakeFirst()
  return row !== undefined
}

export type StoredDryRun = DryRunFacts & { made_at: Date }

/** The last dry run; undefined if there is none with effects. */
export async function selectDryRun(db: Db, selectionId: number): Promise<StoredDryRun | undefined> {
  const row = await db
    .selectFrom('ota_dry_runs')
    .select(['made_at', 'polls', 'seconds'])
    .where('selection_id', '=', selectionId)
    .executeTakeFirst()
  return row?.made_at ? { ...row, made_at: row.made_at } : undefined
}

/** The effects of the last dry run, in the order of the list. */
export async function selectEffects(db: Db, selectionId: number): Promise<Effect[]> {
  return db.selectFrom('ota_dry_run_effects').selectAll().where('selection_id', '=', selectionId).orderBy('place').execute()
}

/** Some SIMs of an effect: `take` SIMs of a part after the first `skip`. */
export type Slice = { effect: number; part: number; skip: number; take: number }

export type EffectSim = { effect: number; sim_id: number }

/** The ids of the SIMs of slices, in their order. */
export async function selectSlices(db: Db, selectionId: number, slices: readonly Slice[]): Promise<EffectSim[]> {
  if (slices.length === 0) return []
  const column = (name: keyof Slice) => sql`${slices.map((slice) => slice[name])}`
  const { rows } = await sql<EffectSim>`
    select p.effect, sims.sim_id
    from unnest(${column('effect')}::bigint[], ${column('part')}::int[], ${column('skip')}::int[], ${column('take')}::int[]) with ordinality
        as slice (effect, part, skip, take, place)
      join ota_dry_run_sims p on p.selection_id = ${selectionId} and p.effect = slice.effect and p.part = slice.part
      cross join lateral unnest(p.sim_ids[slice.skip + 1:slice.skip + slice.take]) with ordinality as sims (sim_id, place)
    order by slice.place, sims.place`.execute(db)
  return rows
}

/** A page of the SIMs of the effects that a search finds, in the order of the effects, and their number. */
export async function searchSims(
  db: Db,
  selectionId: number,
  { effects, search, take, skip }: { effects: readonly Effect[]; search: Sought; take: number; skip: number },
): Promise<{ sims: EffectSim[]; total: number }> {
  const { rows } = await sql<EffectSim & { total: number }>`
    with found as materialized (select sims.id from sims where ${simsMatching({ search })}),
    matching as materialized (
      select wanted.place, p.effect, p.sim_id
      from unnest(${effects.map(({ effect }) => effect)}::bigint[]) with ordinality as wanted (effect, place)
        join (select effect, unnest(sim_ids) as sim_id from ota_dry_run_sims where selection_id = ${selectionId}) p using (effect)
      where p.sim_id in (select id from found)
    )
    select effect, sim_id, (select count(*) from matching) as total from matching order by place, sim_id limit ${take} offset ${skip}
  `.execute(db)
  if (rows[0] || skip === 0) return { sims: rows, total: rows[0]?.total ?? 0 }
  const { total } = await searchSims(db, selectionId, { effects, search, take: 1, skip: 0 })
  return { sims: [], total }
}

export type SimFacts = {
  id: number
  iccid: string
  device_alias: string | null
  imsi: string | null
  msisdn: string | null
  group: string | null
  last_poll: Date | null
  poll_seconds: number | null
  /** The parameters of the running poller in hex, if an OTA installed it. */
  poller_parameters: string | null
}

/** The present facts of SIMs, without those that were deleted. */
export async function selectSimFacts(db: Db, ids: readonly number[]): Promise<SimFacts[]> {
  const { rows } = await sql<SimFacts>`
    select s.id, s.iccid, s.device_alias, s.imsi, s.msisdn, groups.name as "group", contact.last_poll, contact.poll_seconds,
      (select j.params ->> 'installParameters' from ota_jobs j
        where j.sim_id = s.id and j.applet_type = ${sql.lit(appletTypes.poller)} and j.kind = 'install' and j.status = 'Succeeded'
          and j.params ->> 'instanceAID' = s.poller_instance_aid
        order by j.id desc limit 1) as poller_parameters
    from sims s left join groups on groups.id = s.group_id left join sim_contacts contact on contact.sim_id = s.id
    where s.id = any(${ids}::bigint[])`.execute(db)
  return rows
}
