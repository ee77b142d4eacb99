import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

/** A certificate or a file on a SIM, with the campaign whose OTA worked on it last. */
export type ToldObject = {
  id: number
  simId: number
  label: string
  /** That of the SIM. */
  name: string
  campaignId: number | null
  campaign: string | null
  ownerId: number | null
}

/** The certificates with these ids, newest first; those of deleted SIMs are absent. */
export const selectToldCertificates = (trx: Db, ids: readonly number[]): Promise<ToldObject[]> => selectTold(trx, 'sim_certificates', ids)

/** As `selectToldCertificates`, for files. */
export const selectToldFiles = (trx: Db, ids: readonly number[]): Promise<ToldObject[]> => selectTold(trx, 'sim_files', ids)

async function selectTold(trx: Db, table: 'sim_certificates' | 'sim_files', ids: readonly number[]): Promise<ToldObject[]> {
  const { rows } = await sql<ToldObject>`
    select c.id, c.sim_id as "simId", c.label, coalesce(nullif(s.device_alias, ''), s.iccid) as name,
      o.id as "campaignId", o.name as campaign, o.created_by as "ownerId"
    from ${sql.table(table)} c join sims s on s.id = c.sim_id left join ota_jobs j on j.id = c.ota_id
    left join campaigns o on o.id = j.campaign_id
    where c.id = any(${ids}::bigint[]) order by c.id desc`.execute(trx)
  return rows
}
