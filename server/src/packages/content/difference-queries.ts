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

/**
 * Stores the digest of the content that the card is known to hold now. A POLL reports what the card held before, so the reported digest is
 * forgotten if the content has changed, or was read anew (`isRead`).
 */
export async function putDigest(trx: Db, simId: number, { digest, isRead }: { digest: number; isRead: boolean }): Promise<void> {
  await sql`insert into sim_content_digests as d (sim_id, digest, digest_at) values (${simId}, ${digest}, ${new Date()})
    on conflict (sim_id) do update set digest = excluded.digest, digest_at = excluded.digest_at, reported_digest = null
    where d.digest <> excluded.digest or ${isRead}`.execute(trx)
}

/** The recorded key version that the card does not have, with the time of its answer; null for none. */
export async function selectKeyAnswer(db: Db, simId: number): Promise<{ difference: StoredDifference; at: Date } | null> {
  const { rows } = await sql<{ version: number; aid: string; at: Date }>`
    select a.key_version_number as version, k.security_domain_aid as aid, a.answered_at as at
    from sim_key_answers a join sim_keys k on k.sim_id = a.sim_id where a.sim_id = ${simId}`.execute(db)
  const [found] = rows
  if (!found) return null
  const version = found.version.toString(16).padStart(2, '0').toUpperCase()
  const nothing = { packageId: null, state: null, withoutApplet: false, protectedBy: null, applets: [] }
  return { difference: { ...nothing, kind: 'keyVersion', aid: found.aid, version }, at: found.at }
}

/** Records that the card does not have the recorded key version. */
export async function putKeyAnswer(trx: Db, simId: number): Promise<void> {
  await sql`insert into sim_key_answers (sim_id, key_version_number) select sim_id, key_version_number from sim_keys where sim_id = ${simId}
    on conflict (sim_id) do update set key_version_number = excluded.key_version_number, answered_at = now()`.execute(trx)
}

/** Records that the card has opened a channel. Returns true if it had answered otherwise before. */
export async function endKeyAnswer(trx: Db, simId: number): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('sim_key_answers').where('sim_id', '=', simId).executeTakeFirst()
  return numDeletedRows > 0
}
