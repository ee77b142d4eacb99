import { sql } from 'kysely'
import { openOta } from '../packages/sql/open-ota.ts'
import type { Db } from '../platform/db/database.ts'

/** The numbers of cards that were asked in the last hour and since the last wave. */
export async function countAsked(db: Db, { hourMs, waveMs }: { hourMs: number; waveMs: number }): Promise<{ hour: number; wave: number }> {
  const [hour, wave] = [new Date(Date.now() - hourMs), new Date(Date.now() - waveMs)]
  const { rows } = await sql<{ hour: number; wave: number }>`
    select count(*) as hour, count(*) filter (where asked_at > ${wave}) as wave from sim_content_digests where asked_at > ${hour}`.execute(
    db,
  )
  return rows[0]!
}

/**
 * The SIMs whose last POLL reported other content than is known. `open`: an OTA is open, which may explain it. `explained`: the card was read
 * because of this digest, and its list gives another one.
 */
export async function selectChanged(db: Db, take: number): Promise<{ id: number; open: boolean; explained: boolean }[]> {
  const { rows } = await sql<{ id: number; open: boolean; explained: boolean }>`
    select c.sim_id as id, coalesce(c.asked_digest = c.reported_digest and c.asked_at < ${readAt}, false) as explained,
      exists (select from ota_jobs o where o.sim_id = c.sim_id and o.status in ${openOta}) as open
    from (
      select * from sim_content_digests
      where reported_digest is not null and reported_digest <> digest and question_at <= ${new Date()}
      order by question_at, sim_id limit ${take}
    ) c`.execute(db)
  return rows
}

/** The time of the last content list of the SIM of `c`. */
const readAt = sql`(select read_at from sim_inventories i where i.sim_id = c.sim_id)`

/** Takes the reported digest of these SIMs for that of their content, whose list their cards have given. */
export async function acceptReported(db: Db, simIds: readonly number[]): Promise<void> {
  await sql`update sim_content_digests c set digest = reported_digest
    where sim_id = any(${simIds}::bigint[]) and asked_digest = reported_digest and asked_at < ${readAt}`.execute(db)
}

export async function postpone(db: Db, simIds: readonly number[], ms: number): Promise<void> {
  await sql`update sim_content_digests set question_at = ${new Date(Date.now() + ms)} where sim_id = any(${simIds}::bigint[])`.execute(db)
}

/** Records that the server reads these cards by itself, and that it does so again after `ms` at the earliest. */
export async function markAsked(trx: Db, simIds: readonly number[], ms: number): Promise<void> {
  await sql`update sim_content_digests set asked_at = ${new Date()}, asked_digest = reported_digest, question_at = ${new Date(Date.now() + ms)}
    where sim_id = any(${simIds}::bigint[])`.execute(trx)
}
