import { type RawBuilder, sql } from 'kysely'
import { type AppletType, appletTypes } from '@simdeck/contract/ota-progress.ts'
import { uninstallDecides } from '../ota-kinds/sql/combined-progress.ts'
import type { Db } from '../platform/db/database.ts'

/** The combined status of an install and an uninstall (specification §4, "On an OTA log event"). */
const combined = sql`case when ${uninstallDecides('i', 'u')} then u.status else i.status end`

/** Chooses SIMs: by their ids, by a campaign, or by their OTAs. */
export type ProjectedSims = { simIds: readonly number[] } | { campaignId: number } | { jobIds: readonly number[] }

function chosenBy(sims: ProjectedSims): RawBuilder<unknown> {
  if ('simIds' in sims) return sql`select sim_id from unnest(${sims.simIds}::bigint[]) given (sim_id)`
  return sql`select distinct sim_id from ota_jobs where ${'jobIds' in sims ? sql`id = any(${sims.jobIds})` : sql`campaign_id = ${sims.campaignId}`} order by sim_id`
}

/**
 * Writes the last install and removal of the SIMs into `sim_ota`, and their combined status into `sims`. Both OTAs are of the latest
 * campaign of a SIM and applet type, whose OTAs have the highest ids: an install of an earlier campaign is not shown beside the removal
 * of a later one. Unchanged rows are not written.
 */
export async function projectJobs(db: Db, sims: ProjectedSims, appletType: AppletType): Promise<void> {
  const status = sql.ref(appletType === appletTypes.poller ? 'status_poller' : 'status_other_applet')
  await sql`
    with latest as materialized (
      select chosen.sim_id, i.id as install_job_id, u.id as uninstall_job_id, ${combined} as status
      from (${chosenBy(sims)}) chosen
      cross join lateral (select campaign_id from ota_jobs
        where sim_id = chosen.sim_id and applet_type = ${appletType} order by id desc limit 1) last
      cross join lateral (
        select max(id) filter (where kind = 'install') as install_id, max(status) filter (where kind = 'install') as install_status,
          max(id) filter (where kind = 'remove') as remove_id, max(status) filter (where kind = 'remove') as remove_status
        from ota_jobs where campaign_id = last.campaign_id and sim_id = chosen.sim_id and applet_type = ${appletType}) both_kinds
      cross join lateral (values (install_id, install_status)) i (id, status)
      cross join lateral (values (remove_id, remove_status)) u (id, status)
    ),
    slots as (
      insert into sim_ota (sim_id, applet_type, install_job_id, uninstall_job_id)
      select sim_id, ${appletType}::int, install_job_id, uninstall_job_id from latest
      where not exists (
        select 1 from sim_ota known where known.sim_id = latest.sim_id and known.applet_type = ${appletType} and known.earlier is null
          and known.install_job_id is not distinct from latest.install_job_id
          and known.uninstall_job_id is not distinct from latest.uninstall_job_id)
      on conflict (sim_id, applet_type) do update set install_job_id = excluded.install_job_id,
        uninstall_job_id = excluded.uninstall_job_id, earlier = null
    )
    update sims set ${status} = latest.status, updated_at = now() from latest
    where sims.id = latest.sim_id and sims.${status} is distinct from latest.status`.execute(db)
}

/** The applet type of a campaign; null if it concerns the whole card. */
export async function appletTypeOf(db: Db, campaignId: number): Promise<number | null> {
  const campaign = await db.selectFrom('campaigns').select('applet_type').where('id', '=', campaignId).executeTakeFirst()
  return campaign?.applet_type ?? null
}

/** The next SIMs of a campaign, by id. */
export async function nextSimsOf(db: Db, campaignId: number, after: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ sim_id: number }>`
    select distinct sim_id from ota_jobs where campaign_id = ${campaignId} and sim_id > ${after} order by sim_id limit ${limit}`.execute(db)
  return rows.map((row) => row.sim_id)
}

/** Locks SIMs in the order of their ids, as the engine does before it changes their OTAs. */
export async function lockSims(trx: Db, simIds: readonly number[]): Promise<void> {
  await sql`select id from sims where id = any(${simIds}::bigint[]) order by id for no key update`.execute(trx)
}

/**
 * Lets PostgreSQL know of the many OTAs that this transaction inserted. As long as its statistics do not know them, it reads the OTAs of
 * the campaign anew for each SIM in statements over all SIMs.
 */
export async function analyzeOtas(trx: Db): Promise<void> {
  await sql`analyze ota_jobs`.execute(trx)
}
