import { sql } from 'kysely'
import type { OtaStatus } from '@simdeck/contract/ota-progress.ts'
import type { Db } from '../../platform/db/database.ts'
import { isBeingSetUp } from '../sql/being-set-up.ts'
import { outcomes } from '../sql/outcomes.ts'
import type { StatusCount } from './queries.ts'

/** A number of SIMs: `[wave, status, sims, cancelled]`. */
export type StoredCount = [wave: number, status: OtaStatus, sims: number, cancelled: number]
/** The stored figures of a campaign. `isFinal`: it had ended when they were counted. */
export type StoredFigures = { isFinal: boolean; statuses: readonly StoredCount[] }

export async function selectFigures(db: Db, campaignIds: readonly number[]): Promise<Map<number, StoredFigures>> {
  const rows = await db
    .selectFrom('campaign_figures')
    .innerJoin('campaigns', 'campaigns.id', 'campaign_figures.campaign_id')
    .select(['campaigns.id', 'campaigns.figures_final', 'campaign_figures.statuses'])
    .where(sql<boolean>`campaigns.id = any(${campaignIds})`)
    .execute()
  return new Map(rows.map(({ id, figures_final: isFinal, statuses }) => [id, { isFinal, statuses }]))
}

/** A campaign whose final figures are not stored. `until`: its results over time are stored up to then. */
export type UncountedCampaign = { id: number; total: number; finished_at: Date | null; counted_at: Date | null; until: Date | null }

/** Campaigns without final figures. Those of a campaign that is being set up are not counted. */
export async function selectUncounted(db: Db): Promise<UncountedCampaign[]> {
  return db
    .selectFrom('campaigns')
    .leftJoin('campaign_figures', 'campaign_figures.campaign_id', 'campaigns.id')
    .select(['campaigns.id', 'campaigns.total', 'campaigns.finished_at', 'campaign_figures.counted_at'])
    .select('campaign_figures.results_until as until')
    .where(sql<boolean>`not campaigns.figures_final and not ${isBeingSetUp('campaigns')}`)
    .orderBy('campaigns.id')
    .execute()
}

/** Keeps a campaign until the transaction ends; false if another transaction has locked it. A final count changes its row. */
export async function keepCampaign(trx: Db, id: number, isFinal: boolean): Promise<boolean> {
  const found = trx.selectFrom('campaigns').select('id').where('id', '=', id)
  const locked = isFinal ? found.forNoKeyUpdate() : found.forKeyShare()
  return (await locked.skipLocked().executeTakeFirst()) !== undefined
}

/** Stores the figures of a campaign; `isFinal` if it had ended before they were counted. Returns true if they are new. */
export async function storeFigures(
  trx: Db,
  { id, counts, until, isFinal }: { id: number; counts: readonly StatusCount[]; until: Date; isFinal: boolean },
): Promise<boolean> {
  const statuses = counts.map(({ wave, status, sims, cancelled }): StoredCount => [wave, status, sims, cancelled])
  const earlier = (await selectFigures(trx, [id])).get(id)
  const sum = (...of: readonly OtaStatus[]) => counts.reduce((all, { status, sims }) => all + (of.includes(status) ? sims : 0), 0)
  const cancelled = counts.reduce((all, one) => all + one.cancelled, 0)
  const figures = {
    counted_at: sql<Date>`now()`,
    results_until: until,
    statuses: JSON.stringify(statuses),
    ended: sum('Succeeded', 'Failed', 'Blocked', 'NotFound'),
    succeeded: sum('Succeeded'),
    failed: sum('Failed') - cancelled,
    blocked: sum('Blocked'),
    cancelled,
  }
  await trx
    .insertInto('campaign_figures')
    .values({ campaign_id: id, ...figures })
    .onConflict((conflict) => conflict.column('campaign_id').doUpdateSet(figures))
    .execute()
  if (isFinal) await trx.updateTable('campaigns').set({ figures_final: true }).where('id', '=', id).execute()
  return isFinal || JSON.stringify(earlier?.statuses) !== JSON.stringify(statuses)
}

/** Counts the results of a campaign by minute anew from a time on; null: all of them. Cancelled SIMs are left out. */
export async function recountResults(trx: Db, campaignId: number, from: Date | null): Promise<void> {
  const recent = from === null ? sql`true` : sql`finished_at >= ${from}`
  const changed =
    from === null
      ? sql`campaign_id = ${campaignId}`
      : sql`campaign_id = ${campaignId} and sim_id in (select sim_id from ota_jobs where campaign_id = ${campaignId} and ${recent})`
  await sql`delete from campaign_results where campaign_id = ${campaignId} and ${from === null ? sql`true` : sql`at >= ${from}`}`.execute(
    trx,
  )
  await sql`
    insert into campaign_results (campaign_id, minutes, at, wave, succeeded, failed, blocked)
    select campaign_id, 1, date_trunc('minute', finished_at), wave, count(*) filter (where status = 'Succeeded'),
      count(*) filter (where status = 'Failed'), count(*) filter (where status = 'Blocked')
    from ${outcomes(changed)} o
    where ${recent} and not cancelled and status in ('Succeeded', 'Failed', 'Blocked') and finished_at is not null
    group by 1, 2, 3, 4`.execute(trx)
}

/** Steps of stored results: those older than `days` before `until` are in steps of at least `minutes`. */
const steps = [
  { minutes: 10, days: 1 },
  { minutes: 60, days: 7 },
] as const

/** Adds up older results of a campaign, so that a long campaign has few rows. */
export async function coarsenResults(trx: Db, campaignId: number, until: Date): Promise<void> {
  for (const { minutes, days } of steps) {
    const step = sql`make_interval(mins => ${sql.lit(minutes)})`
    await sql`
      with fine as (
        delete from campaign_results where campaign_id = ${campaignId} and minutes < ${sql.lit(minutes)}
          and at < date_bin(${step}, ${until}::timestamptz - make_interval(days => ${sql.lit(days)}), 'epoch')
        returning wave, at, succeeded, failed, blocked
      )
      insert into campaign_results (campaign_id, minutes, at, wave, succeeded, failed, blocked)
      select ${campaignId}, ${sql.lit(minutes)}, date_bin(${step}, at, 'epoch'), wave, sum(succeeded), sum(failed), sum(blocked)
      from fine group by 3, 4
      on conflict (campaign_id, minutes, at, wave)
        do update set succeeded = campaign_results.succeeded + excluded.succeeded, failed = campaign_results.failed + excluded.failed,
          blocked = campaign_results.blocked + excluded.blocked`.execute(trx)
  }
}
