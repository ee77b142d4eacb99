import { sql } from 'kysely'
import { maxListedValues } from '@simdeck/contract/held-parameters.ts'
import type { Db } from '../../platform/db/database.ts'
import { frozenIds } from '../../sims/sql/frozen-lists.ts'

/** Install parameters in upper-case hex. */
export type Parameters = { installParameters: string; cardParameters: string }

export type HeldParameters = {
  total: number
  unknown: number
  same: number
  different: number
  values: (Parameters & { count: number })[]
  differentValues: number
}

/**
 * The parameters that the SIMs of a snapshot have, by the last OTA of the AID that succeeded, in comparison with the given ones. Reads the
 * index of the OTAs once for each SIM, in the order of the SIMs, and keeps one row for each distinct value.
 */
export async function selectHeldParameters(
  db: Db,
  { snapshotId, packageAid, given }: { snapshotId: number; packageAid: string; given: Parameters },
): Promise<HeldParameters> {
  const { rows } = await sql<HeldParameters>`
    with held as materialized (
      select upper(last.params ->> 'installParameters') as applet, upper(coalesce(last.params ->> 'cardParameters', '')) as card,
        count(*) as count
      from (${frozenIds(snapshotId)} except select unnest(left_out) from ota_dry_runs where selection_id = ${snapshotId} order by 1) t (sim_id)
      left join lateral (
        select case when kind = 'install' then params end as params from ota_jobs j
        where j.sim_id = t.sim_id and j.package_aid = ${packageAid} and j.status in ('Succeeded', 'NotFound') order by j.id desc limit 1
      ) last on true
      group by 1, 2
    ),
    other as (select * from held where applet is not null and (applet, card) <> (${given.installParameters}, ${given.cardParameters}))
    select coalesce(sum(count), 0)::bigint as total, coalesce(sum(count) filter (where applet is null), 0)::bigint as unknown,
      coalesce(sum(count) filter (where applet = ${given.installParameters} and card = ${given.cardParameters}), 0)::bigint as same,
      (select coalesce(sum(count), 0)::bigint from other) as different, (select count(*) from other) as "differentValues",
      (select coalesce(jsonb_agg(jsonb_build_object('installParameters', applet, 'cardParameters', card, 'count', count)
          order by count desc, applet, card), '[]')
        from (select * from other order by count desc, applet, card limit ${sql.lit(maxListedValues)}) most) as values
    from held`.execute(db)
  return rows[0]!
}
