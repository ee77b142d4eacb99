import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { statusOfSim } from '../../ota-kinds/sql/combined-progress.ts'

/** In the SQL of this file, `u` is the removal of a SIM, and `i` its other OTA, such as the install after that removal. */
const { removalDecides, status } = statusOfSim('i', 'u')

/** True if all OTAs of the SIM were cancelled before anything was sent. */
const wasCancelled = sql<SqlBool>`((i.id is null or i.reason is not distinct from 'cancelled') and (u.id is null or u.reason is not distinct from 'cancelled'))`

/** The OTA with the combined status of each SIM; `campaigns` is a condition on `campaign_id`. */
export function outcomes(campaigns: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select case when ${removalDecides} then u.id else i.id end as job_id, ${status} as status,
      case when ${removalDecides} then u.finished_at else i.finished_at end as finished_at,
      ${wasCancelled} as cancelled,
      campaign_id, sim_id, wave
    from (select * from ota_jobs where ${campaigns} and kind <> 'remove') i
    full join (select * from ota_jobs where ${campaigns} and kind = 'remove') u using (campaign_id, sim_id, wave)
  )`
}
