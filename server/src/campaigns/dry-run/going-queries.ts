import { sql } from 'kysely'
import type { DryRun } from '@simdeck/contract/bulk-ota.ts'
import { partsOfExtra } from '@simdeck/contract/extra-content.ts'
import type { Db } from '../../platform/db/database.ts'

/** The number of applets that a dry run names. */
const namedApplets = 20

/**
 * The applets that go with extra content from the SIMs that take part in a dry run. Its SIMs must be stored; their differences alone are
 * read, once.
 */
export async function selectGoing(trx: Db, selectionId: number, extra: string): Promise<NonNullable<DryRun['extra']>> {
  const content = JSON.stringify({ kind: 'extra', ...partsOfExtra(extra), protectedBy: null })
  const { rows } = await sql<{ aid: string; count: number; different: number }>`
    select aid, count, count(*) over () as different
    from (
      select applet as aid, count(*) as count
      from ota_dry_run_effects e join ota_dry_run_sims p using (selection_id, effect) cross join lateral unnest(p.sim_ids) as one (id)
        join sim_differences d on d.sim_id = one.id cross join lateral jsonb_array_elements(d.differences) as found
        cross join lateral jsonb_array_elements_text(found -> 'applets') as applet
      where e.selection_id = ${selectionId} and e.reason is null and found @> ${content}::jsonb
      group by applet
    ) going order by count desc, aid limit ${sql.lit(namedApplets)}`.execute(trx)
  const different = rows[0]?.different ?? 0
  return { content: extra, applets: rows.map(({ aid, count }) => ({ aid, count })), others: different - rows.length }
}
