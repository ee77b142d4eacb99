import { sql } from 'kysely'
import type { ExclusionReason } from '@simdeck/contract/bulk-ota.ts'
import type { DryRunAction } from '@simdeck/contract/dry-run-sims.ts'
import type { Rollout } from '@simdeck/contract/rollout.ts'
import { usualLevel } from '../../ota-kinds/cost.ts'
import type { Plan } from '../../ota-kinds/kind.ts'
import { exclusion } from '../../ota-kinds/sql/exclusion-reason.ts'
import type { Db } from '../../platform/db/database.ts'
import { classified, detailsOf, loses } from '../sql/classified.ts'
import { waved } from '../sql/waved.ts'
import { type DryRunFacts, effectOf, mostPollWithin, storeSims } from './effects-queries.ts'

/** SIMs with the same classification. The columns that do not matter for the reason, or for an action, are null. */
export type Group = {
  effect: number
  kind: DryRunAction | null
  reason: ExclusionReason | null
  from_name: string | null
  from_version: string | null
  remove_package_id: number | null
  remove_package_aid: string | null
  lost_name: string | null
  lost_version: string | null
  missing: string[] | null
  importers: number[] | null
  loses: boolean
  level: number | null
  buffer: number | null
  wave: number | null
  sims: number
  /** SIMs whose last poll is seven days ago or longer, and SIMs that never polled. */
  silent: number
  never_polled: number
}

const columns = sql`kind, reason, from_name, from_version, remove_package_id, remove_package_aid, lost_name, lost_version, missing, importers,
  loses, level, buffer, wave`

const ofEligible = (column: string) => sql`case when c.reason is null then ${sql.ref(column)} end as ${sql.ref(column.replace('c.', ''))}`

/** Classifies the SIMs of a snapshot by the plan, stores the SIMs of each group, and returns the groups. */
export async function classify(
  trx: Db,
  { snapshotId, total }: { snapshotId: number; total: number },
  plan: Plan,
  rollout: Rollout | undefined,
): Promise<{ groups: Group[]; seconds: number | null }> {
  const { rows } = await sql<Group & { seconds: number | null }>`
    with c as materialized (${classified(snapshotId, plan, { more: detailsOf(plan) })}),
    ${waved(rollout)},
    known as (
      select c.id, c.reason, ${ofEligible('c.last_poll')}, ${ofEligible('c.kind')}, c.from_name, c.from_version,
        ${ofEligible('c.remove_package_id')}, ${ofEligible('c.remove_package_aid')}, ${ofEligible('c.lost_name')},
        ${ofEligible('c.lost_version')}, case when c.reason = ${exclusion('missingImport')} then c.missing end as missing,
        case when c.reason = ${exclusion('imported')} then c.importers end as importers, coalesce(${loses}, false) as loses,
        case when c.reason is null then coalesce(k.security_level, ${sql.lit(usualLevel)}) end as level,
        case when c.reason is null then c.receive_buffer end as buffer, ${rollout ? sql`c.wave` : sql`null::int as wave`}
      from waved c left join sim_keys k on k.sim_id = c.id
    ),
    d as materialized (select *, ${effectOf(columns)} as effect from known),
    stored as (${storeSims(snapshotId)})
    select effect, ${columns}, count(*) as sims, count(*) filter (where last_poll < now() - interval '7 days') as silent,
      count(*) filter (where reason is null and last_poll is null) as never_polled,
      ${mostPollWithin(sql`d`, sql`reason is null`, total)} as seconds
    from d group by effect, ${columns}`.execute(trx)
  return { groups: rows, seconds: rows[0]?.seconds ?? null }
}

/**
 * Stores the facts of a dry run: the request, the SIMs that take part, those that lose each package, and those that are left out, so that
 * a campaign never includes more SIMs than were confirmed. The effects must be stored.
 */
export async function insertDryRun(
  trx: Db,
  snapshotId: number,
  request: readonly object[],
  { eligible, removals, polls, seconds }: DryRunFacts & { eligible: number; removals: Readonly<Record<string, number>> },
): Promise<void> {
  await sql`
    insert into ota_dry_runs (selection_id, targets, eligible, removals, left_out, made_at, polls, seconds)
    select ${snapshotId}::bigint, ${JSON.stringify(request)}::jsonb, ${eligible}, ${JSON.stringify(removals)}::jsonb,
      array(select unnest(p.sim_ids) from ota_dry_run_effects e join ota_dry_run_sims p using (selection_id, effect)
        where e.selection_id = ${snapshotId} and e.reason is not null),
      now(), ${polls}, ${seconds}::int
    on conflict (selection_id) do update set targets = excluded.targets, eligible = excluded.eligible, removals = excluded.removals,
      left_out = excluded.left_out, made_at = excluded.made_at, polls = excluded.polls, seconds = excluded.seconds`.execute(trx)
}

export type NamedPackage = { id: number; package_aid: string; ota_version: string; label: string; name: string }

export async function selectPackages(db: Db, ids: readonly number[]): Promise<NamedPackage[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('packages')
    .select(['id', 'package_aid', 'ota_version', 'label', 'name'])
    .where('id', 'in', [...ids])
    .orderBy('name')
    .orderBy('package_aid')
    .orderBy('ota_version')
    .orderBy('label')
    .execute()
}
