import { sql } from 'kysely'
import type { ImportMode } from '@simdeck/contract/tasks.ts'
import { restoredValues } from '../../sql/imported-fields.ts'
import type { Db } from '../../../platform/db/database.ts'

/** The time when the import was written; null unless it is the last one that wrote something and can still be undone. */
const writtenAt = (importId: number) => sql`(select written_at from sim_import_undos where task_id = ${importId})`

export async function isUndoable(db: Db, importId: number): Promise<boolean> {
  return (await db.selectFrom('sim_import_undos').select('task_id').where('task_id', '=', importId).executeTakeFirst()) !== undefined
}

/**
 * Condition: since the import, nothing else changed the SIM or its SCP80 key set, and no OTA was created for it. Key sets that the import did
 * not write may be from before.
 */
const untouched = (importId: number) => sql`(sims.updated_at = ${writtenAt(importId)} and ${keySetIsUntouched(importId)}
  and not exists (select 1 from ota_jobs where ota_jobs.sim_id = sims.id and ota_jobs.created_at >= ${writtenAt(importId)}))`

const keySetIsUntouched = (importId: number) => sql`(case when (select writes_sms_keys from sim_import_undo_sims where sim_id = sims.id)
  then exists (select from sim_sms_keys where sim_id = sims.id and changed_at = ${writtenAt(importId)})
  else not exists (select from sim_sms_keys where sim_id = sims.id and changed_at > ${writtenAt(importId)}) end)`

/** Locks SIMs, in the order of their ids, so that what the next statements see of them and their keys stays. */
export async function lockUndoSims(trx: Db, ids: readonly number[]): Promise<void> {
  await sql`select from sims where id = any(${ids}::bigint[]) order by id for update`.execute(trx)
}

/** True if an undo of the import writes former SCP80 key sets. */
export async function restoresKeySets(db: Db, importId: number): Promise<boolean> {
  const { rows } = await sql`
    select from sim_import_undo_sims where writes_sms_keys and before is not null
      and exists (select from sim_import_undos where task_id = ${importId}) limit 1`.execute(db)
  return rows.length > 0
}

export async function isTouched(db: Db, importId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from sim_import_undo_sims undo left join sims on sims.id = undo.sim_id
    where sims.id is null or not ${untouched(importId)} limit 1
  `.execute(db)
  return rows.length > 0
}

/** The next SIMs of the import, by id. */
export async function selectUndoSims(trx: Db, after: number, limit: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('sim_import_undo_sims')
    .select('sim_id')
    .where('sim_id', '>', after)
    .orderBy('sim_id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.sim_id)
}

/** Deletes SIMs that the import added; returns the number of those that nothing else changed since. */
export async function deleteAdded(trx: Db, importId: number, ids: readonly number[]): Promise<number> {
  const { rows } = await sql<{ undone: number }>`
    with gone as (delete from sims where id = any(${ids}::bigint[]) and ${untouched(importId)} returning id)
    select count(*) as undone from gone
  `.execute(trx)
  return rows[0]?.undone ?? 0
}

/** The keys of the tags that SIMs had before an import. */
export async function selectTagsBefore(trx: Db, importId: number): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select distinct key from sim_import_undo_sims, jsonb_array_elements_text(coalesce(before -> 'tags', '[]')) key
    where exists (select from sim_import_undos where task_id = ${importId})`.execute(trx)
  return rows.map(({ key }) => key)
}

/** Restores SIMs that the import updated; returns the number of those that nothing else changed since. */
export async function restoreUpdated(trx: Db, importId: number, ids: readonly number[]): Promise<number> {
  const { rows } = await sql<{ undone: number }>`
    with undo as (select * from sim_import_undo_sims where sim_id = any(${ids}::bigint[])),
    changed as (
      update sims set ${restoredValues}, tags = coalesce(old.tags, sims.tags),
        group_id = (select groups.id from groups where groups.id = old.group_id), has_keys = old.has_keys, updated_at = now()
      from undo cross join lateral jsonb_populate_record(null::sims, undo.before) as old
      where sims.id = undo.sim_id and ${untouched(importId)}
      returning sims.id
    ),
    keys as (
      update sim_keys set cap_auth_key = old.cap_auth_key, encrypt_key = old.encrypt_key, scp03_enc = old.scp03_enc,
        scp03_mac = old.scp03_mac, scp03_dek = old.scp03_dek, security_domain_aid = old.security_domain_aid,
        key_version_number = old.key_version_number, security_level = old.security_level,
        cap_auth_fingerprint = old.cap_auth_fingerprint, changed_at = now(), key_set_at = old.key_set_at,
        key_set_by = old.key_set_by, scp03_rotated_at = old.scp03_rotated_at, scp03_rotated_by = old.scp03_rotated_by
      from undo cross join lateral jsonb_populate_record(null::sim_keys, undo.keys_before) as old
      where sim_keys.sim_id = undo.sim_id and undo.keys_before is not null
    ),
    keyless as (delete from sim_keys using undo where sim_keys.sim_id = undo.sim_id and undo.before ->> 'has_keys' = 'false'),
    sms_keys as (
      update sim_sms_keys set key_set = old.key_set, algorithm = old.algorithm, kic = old.kic, kid = old.kid, tar = old.tar,
        fingerprint = old.fingerprint, changed_at = now()
      from undo cross join lateral jsonb_populate_record(null::sim_sms_keys, undo.sms_keys_before) as old
      where sim_sms_keys.sim_id = undo.sim_id and undo.writes_sms_keys and undo.sms_keys_before is not null
    ),
    without_sms_keys as (
      delete from sim_sms_keys using undo where sim_sms_keys.sim_id = undo.sim_id and undo.writes_sms_keys and undo.sms_keys_before is null
    )
    select count(*) as undone from changed
  `.execute(trx)
  return rows[0]?.undone ?? 0
}

export async function beginUndoing(trx: Db): Promise<void> {
  await sql`set local work_mem = '64MB'`.execute(trx)
  await sql`set local jit = off`.execute(trx)
}

/** Stores the result of the undo in its task and in that of the import, and deletes the undo data. */
export async function recordUndone(trx: Db, ids: { importId: number; undoId: number }, undone: number): Promise<void> {
  await trx.updateTable('tasks').set({ total: undone, done: undone, succeeded: undone }).where('id', '=', ids.undoId).execute()
  await trx
    .updateTable('tasks')
    .set({ import: sql<string>`import || jsonb_build_object('undoTaskId', ${ids.undoId}::bigint)` })
    .where('id', '=', ids.importId)
    .execute()
  await deleteUndo(trx, ids.importId)
}

/** True if that task undid the import. */
export async function wasUndoneBy(trx: Db, ids: { importId: number; undoId: number }): Promise<boolean> {
  const row = await trx.selectFrom('tasks').select('import').where('id', '=', ids.importId).executeTakeFirst()
  return row?.import?.undoTaskId === ids.undoId
}

/** The import whose undo data is more than a week old; undefined if there is none. */
export async function selectOldUndo(db: Db): Promise<number | undefined> {
  const old = await db
    .selectFrom('sim_import_undos')
    .select('task_id')
    .where('written_at', '<', sql<Date>`now() - interval '7 days'`)
    .executeTakeFirst()
  return old?.task_id
}

/** Deletes undo data that is more than a week old. */
export async function deleteOldUndo(trx: Db): Promise<void> {
  const old = await selectOldUndo(trx)
  if (old !== undefined) await deleteUndo(trx, old)
}

async function deleteUndo(trx: Db, importId: number): Promise<void> {
  await trx.deleteFrom('sim_import_undos').where('task_id', '=', importId).execute()
  await sql`truncate sim_import_undo_sims`.execute(trx)
}

export type UndoStep = (trx: Db, importId: number, ids: readonly number[]) => Promise<number>
export const undoSteps: Record<ImportMode, UndoStep> = { add: deleteAdded, update: restoreUpdated }
