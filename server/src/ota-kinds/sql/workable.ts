import { sql } from 'kysely'
import { openOta } from '../../packages/sql/open-ota.ts'

/** An OTA that a session may have to do with: open, carried by sessions, and not the install of a replacement whose removal failed. */
export const workable = (job: string) =>
  sql`${sql.raw(job)}.status in ${openOta} and ${sql.raw(job)}.transport = 'session' and not exists (${sql.raw(`select 1 from ota_jobs before
    where before.sim_id = ${job}.sim_id and before.campaign_id = ${job}.campaign_id and before.step < ${job}.step
      and before.status in ('Failed', 'Blocked')`)})`

/** The OTA's campaign is paused: nothing of it is sent. */
export const paused = (job: string) =>
  sql.raw(`exists (select 1 from campaigns held where held.id = ${job}.campaign_id and held.state = 'paused')`)

/** An OTA that a session may go on with now. */
export const due = (job: string) => sql`${workable(job)} and not ${paused(job)}`
