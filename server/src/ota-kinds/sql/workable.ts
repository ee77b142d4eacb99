import { type SqlBool, sql } from 'kysely'
import { openOta } from '../../packages/sql/open-ota.ts'

/** Condition for OTAs that a session may handle: open, sent in sessions, and not the install of a replacement whose removal failed. */
export const workable = (job: string) =>
  sql`${sql.raw(job)}.status in ${openOta} and ${sql.raw(job)}.transport = 'session' and not exists (${sql.raw(`select 1 from ota_jobs before
    where before.sim_id = ${job}.sim_id and before.campaign_id = ${job}.campaign_id and before.step < ${job}.step
      and before.status in ('Failed', 'Blocked')`)})`

/** Condition for OTAs that are not sent now: their campaign is paused, or has not released their wave. */
export const held = (job: string) =>
  sql.raw(`exists (select 1 from campaigns holding where holding.id = ${job}.campaign_id
    and (holding.state = 'paused' or holding.released_wave < ${job}.wave))`)

/** Condition for OTAs that a session may send now. */
export const due = (job: string) => sql<SqlBool>`${workable(job)} and not ${held(job)}`
