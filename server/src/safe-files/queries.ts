import { sql } from 'kysely'
import type { SafeFileStep } from '@simdeck/contract/ota-kinds/safe-file.ts'
import type { Db } from '../platform/db/database.ts'
import type { NewSimFile, SimFileRow } from './tables.ts'
import { openFileOta } from './sql/open-file-ota.ts'
import { waitsFor } from './sql/waits-for.ts'

/** The file that an OTA works on. */
export async function fileOfOta(db: Db, otaId: number): Promise<SimFileRow | undefined> {
  return db.selectFrom('sim_files').selectAll().where('ota_id', '=', otaId).executeTakeFirst()
}

export async function lockFile(trx: Db, id: number): Promise<SimFileRow | undefined> {
  return trx.selectFrom('sim_files').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** The number of files of a SIM that are not deleted, and true if one of them has that id on the card. */
export async function filesOfSim(trx: Db, simId: number, objectId: string): Promise<{ count: number; has: boolean }> {
  const { rows } = await sql<{ count: number; has: boolean }>`
    select count(*) as count, coalesce(bool_or(object_id = ${objectId}), false) as has
    from sim_files where sim_id = ${simId} and status <> 'Deleted'`.execute(trx)
  return rows[0]!
}

export async function insertFile(trx: Db, row: NewSimFile): Promise<number> {
  return (await trx.insertInto('sim_files').values(row).returning('id').executeTakeFirstOrThrow()).id
}

export async function changeFile(trx: Db, id: number, change: Partial<NewSimFile>): Promise<SimFileRow> {
  return trx
    .updateTable('sim_files')
    .set({ ...change, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Changes a file unless an OTA works on it. */
export async function changeIdle(db: Db, id: number, change: Partial<NewSimFile>): Promise<void> {
  await db
    .updateTable('sim_files')
    .set({ ...change, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('is_open', '=', false)
    .execute()
}

/** Takes a change of a file back, unless an OTA works on it or another change followed. */
export async function restoreFormer(db: Db, id: number, { former, made }: Restored): Promise<void> {
  await db
    .updateTable('sim_files')
    .set({ ...former, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('is_open', '=', false)
    .where('content', '=', made.content)
    .where(sql<boolean>`management_status is not distinct from ${made.management_status}`)
    .execute()
}

type FilePart = Pick<SimFileRow, 'content' | 'management_status'>
/** The content and the mark of a file before a change, and those that the change has made. */
export type Restored = { former: FilePart; made: FilePart }

/** The open OTA on a file of a SIM: its campaign, and the file that it may work on, null for any. */
export async function openOtaOf(db: Db, simId: number): Promise<{ campaignId: number; fileId: number | null } | undefined> {
  const { rows } = await sql<{ campaignId: number; fileId: number | null }>`
    select o.campaign_id as "campaignId", (o.params ->> 'fileId')::bigint as "fileId" from ota_jobs o
    where ${openFileOta(sql`${simId}::bigint`)}`.execute(db)
  return rows[0]
}

/** Deletes the row of a file that no OTA has worked on. */
export async function deleteUnsent(db: Db, id: number): Promise<void> {
  await db.deleteFrom('sim_files').where('id', '=', id).where('ota_id', 'is', null).where('status', '=', 'None').execute()
}

/** The file of the SIM that waits for that step, the oldest first, locked; `fileId` names the only one. */
export async function waitingFile(trx: Db, simId: number, step: SafeFileStep, fileId: number | null): Promise<{ id: number } | undefined> {
  const { rows } = await sql<{ id: number }>`
    select f.id from sim_files f where f.sim_id = ${simId} and not f.is_open and ${waitsFor(step, fileId)}
    order by f.id limit 1 for update`.execute(trx)
  return rows[0]
}

/** The files whose OTA has ended without success; returns their ids. */
export async function endAbandoned(trx: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update sim_files f set is_open = false, updated_at = now(), status = case when f.status = 'Writing' then 'Failed' else f.status end
    where f.is_open and (f.ota_id is null or exists (select 1 from ota_jobs j where j.id = f.ota_id
      and j.status in ('Failed', 'Blocked', 'NotFound', 'Succeeded')))
    returning f.id`.execute(trx)
  return rows.map((row) => row.id)
}

/** Ends the files of a SIM whose applet was removed or replaced, which deletes them. Returns their ids. */
export async function endWithApplet(trx: Db, simId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update sim_files set status = 'Deleted', management_status = null, is_open = false, updated_at = now()
    where sim_id = ${simId} and status in ('Writing', 'Active', 'Failed') returning id`.execute(trx)
  return rows.map((row) => row.id)
}
