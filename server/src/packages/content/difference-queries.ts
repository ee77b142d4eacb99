import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { StoredDifference } from './differences.ts'

/** The fingerprints of the differences that were accepted for the SIM. */
export async function selectAccepted(db: Db, simId: number): Promise<string[]> {
  const row = await db.selectFrom('sim_accepted_differences').select('differences').where('sim_id', '=', simId).executeTakeFirst()
  return row?.differences ?? []
}

/** Keeps those of the accepted differences that the card still has. */
export async function keepAccepted(trx: Db, simId: number, fingerprints: readonly string[]): Promise<void> {
  if (fingerprints.length === 0) await trx.deleteFrom('sim_accepted_differences').where('sim_id', '=', simId).execute()
  else
    await trx
      .updateTable('sim_accepted_differences')
      .set({ differences: JSON.stringify(fingerprints) })
      .where('sim_id', '=', simId)
      .execute()
}

type Row = {
  differences: readonly StoredDifference[]
  campaignId: number | null
  remedy: string | null
  readAt: Date
}

/** Replaces the stored differences of a SIM. Returns true if they have changed. */
export async function putDifferences(trx: Db, simId: number, { differences, campaignId, remedy, readAt }: Row): Promise<boolean> {
  const [leading] = differences
  if (!leading) {
    const { numDeletedRows } = await trx.deleteFrom('sim_differences').where('sim_id', '=', simId).executeTakeFirst()
    return numDeletedRows > 0
  }
  const { rows } = await sql<{ sim_id: number }>`
    insert into sim_differences as d (sim_id, kind, package_id, campaign_id, remedy, read_at, differences)
    values (${simId}, ${leading.kind}, ${leading.packageId}, ${campaignId}, ${remedy}, ${readAt}, ${JSON.stringify(differences)})
    on conflict (sim_id) do update set kind = excluded.kind, package_id = excluded.package_id, campaign_id = excluded.campaign_id,
      remedy = excluded.remedy, read_at = excluded.read_at, differences = excluded.differences
    where (d.kind, d.package_id, d.campaign_id, d.remedy, d.read_at, d.differences) is distinct from
      (excluded.kind, excluded.package_id, excluded.campaign_id, excluded.remedy, excluded.read_at, excluded.differences)
    returning sim_id`.execute(trx)
  return rows.length > 0
}
