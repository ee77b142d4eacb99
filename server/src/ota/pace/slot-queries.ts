import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** Lets one transaction at a time, on all nodes, take slots of the campaign. */
export async function lockSlots(trx: Db, campaignId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('campaign slots', ${campaignId}))`.execute(trx)
}

export type Taken = { cell: string | null; inAll: number; inCell: number }

/**
 * The cell of the SIM, which is the reported one or that of its last POLL, and the sessions of other SIMs that hold slots of the campaign.
 * Call it after `lockSlots`, in a statement of its own, so that it sees what others have committed.
 */
export async function takenSlots(trx: Db, campaignId: number, simId: number, reportedCell: string | null): Promise<Taken> {
  const others = (more: RawBuilder<unknown>) => sql`(select count(*) from ota_sessions
    where slot_campaign_id = ${campaignId} and sim_id <> ${simId} ${more})`
  const { rows } = await sql<Taken>`
    select cell, ${others(sql``)} as "inAll", case when cell is null then 0 else ${others(sql`and slot_cell = cell`)} end as "inCell"
    from (select coalesce(${reportedCell}::text, case when cell_id is not null then concat_ws('-', mcc, mnc, lac, cell_id) end) as cell
      from sim_contacts where sim_id = ${simId}) contact`.execute(trx)
  return rows[0] ?? { cell: reportedCell, inAll: 0, inCell: 0 }
}

/** Stores the number of unanswered sessions of an OTA. */
export async function putUnanswered(trx: Db, jobId: number, unanswered: number): Promise<void> {
  await trx
    .updateTable('ota_jobs')
    .set({ unanswered: Math.min(unanswered, 32_767), updated_at: new Date() })
    .where('id', '=', jobId)
    .execute()
}

/** Lets OTAs wait until a time. */
export async function waitUntil(trx: Db, jobIds: readonly number[], at: Date): Promise<void> {
  await trx
    .updateTable('ota_jobs')
    .set({ not_before: at })
    .where('id', 'in', [...jobIds])
    .execute()
}
