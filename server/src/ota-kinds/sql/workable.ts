import { type SqlBool, sql } from 'kysely'
import { openOta } from '../../packages/sql/open-ota.ts'

/** Condition for OTAs that a session may handle: open, sent in sessions, and not the install of a replacement whose removal failed. */
export const workable = (job: string) =>
  sql`${sql.raw(job)}.status in ${openOta} and ${sql.raw(job)}.transport = 'session' and not exists (${sql.raw(`select 1 from ota_jobs before
    where before.sim_id = ${job}.sim_id and before.campaign_id = ${job}.campaign_id and before.step < ${job}.step
      and before.status in ('Failed', 'Blocked')`)})`

/**
 * Condition for OTAs whose commands the card may have run: an OTA stays Ready until the card answers the first of them. An OTA that waits
 * for its next attempt is not one of them.
 */
export const underWay = (job: string) =>
  sql.raw(`(${job}.status in ('Started', 'Interrupted') or (${job}.status = 'Ready'
    and (jsonb_typeof(${job}.knowledge -> 'script') = 'object' or (${job}.channel_at is not null and ${job}.attempts = 0))))`)

/**
 * Condition for OTAs of SIMs in which their campaign has begun its work: an OTA is under way or was started, or a removal has succeeded and
 * its install follows. PostgreSQL would compute an EXISTS for all OTAs of the installation.
 */
export const begun = (job: string) =>
  sql`(${sql.raw(job)}.status <> 'Ready' or coalesce((select true from ota_jobs worked where worked.campaign_id = ${sql.raw(job)}.campaign_id
    and worked.sim_id = ${sql.raw(job)}.sim_id and (${underWay('worked')}
      or (worked.kind = 'remove' and worked.status in ('Succeeded', 'NotFound'))) limit 1), false))`

/** Condition for OTAs whose campaign is paused, has not released their wave, or was stopped before it began with their SIM. */
const heldByCampaign = (job: string) =>
  sql`exists (select 1 from campaigns holding where holding.id = ${sql.raw(job)}.campaign_id
    and (holding.state = 'paused' or holding.released_wave < ${sql.raw(job)}.wave
      or (holding.stopped_at is not null and not ${begun(job)})))`

/** Condition for OTAs that wait for their next attempt. No wait is longer than an hour, except after a clock was set back. */
const waits = (job: string) => sql.raw(`coalesce(${job}.not_before > now() and ${job}.not_before < now() + interval '1 hour', false)`)

/** Condition for OTAs that are not sent now: they wait for their next attempt or for their campaign. */
export const held = (job: string) => sql`(${waits(job)} or ${heldByCampaign(job)})`

/**
 * Condition for OTAs that a session may send now. It denies each part of `held` on its own, so that PostgreSQL joins the campaigns instead
 * of looking one up for each OTA.
 */
export const due = (job: string) => sql<SqlBool>`${workable(job)} and not ${waits(job)} and not ${heldByCampaign(job)}`

/** Condition for OTAs that a session may send from `not_before` on. */
export const dueLater = (job: string) => sql<SqlBool>`${waits(job)} and ${workable(job)} and not ${heldByCampaign(job)}`
