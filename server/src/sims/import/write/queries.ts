import { sql } from 'kysely'
import { defaultScp03Level } from '@simdeck/contract/sim-values.ts'
import type { ImportMode } from '@simdeck/contract/tasks.ts'
import { defaultSecurityDomainAid } from '@simdeck/protocol/aid.ts'
import type { Db } from '../../../platform/db/database.ts'
import { changedValues, importedColumns, newValues, valuesBefore } from '../../sql/imported-fields.ts'
import { levelOctet } from '../../levels.ts'

/** Default key version number of a SIM: the first of the range that Amendment D gives to SCP03. */
const defaultKeyVersionNumber = 0x30
const defaultLevel = levelOctet(defaultScp03Level)

/** Advisory lock for writing or undoing an import: `impo` in ASCII. */
const writeLock = 0x696d706f

/** Waits until no other import is written or undone, and locks the others out until the transaction ends. */
export async function lockImports(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${writeLock}::bigint)`.execute(trx)
}

/** As `lockImports`, without waiting; false if another transaction has the lock. */
export async function tryLockImports(trx: Db): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(${writeLock}::bigint) as locked`.execute(trx)
  return rows[0]?.locked === true
}

export async function isWritten(trx: Db, taskId: number): Promise<boolean> {
  return (await trx.selectFrom('sim_import_undos').select('task_id').where('task_id', '=', taskId).executeTakeFirst()) !== undefined
}

/** The number of good staged lines, and the last line number. */
export async function selectStagedExtent(trx: Db, taskId: number): Promise<{ good: number; last: number }> {
  return trx
    .selectFrom('sim_import_lines')
    .select([sql<number>`count(*)`.as('good'), sql<number>`coalesce(max(line), 0)`.as('last')])
    .where('task_id', '=', taskId)
    .where('bad', '=', false)
    .executeTakeFirstOrThrow()
}

/** Sets large caches for this transaction, and deletes the undo data of the previous import. */
export async function beginWriting(trx: Db): Promise<void> {
  await sql`set local work_mem = '64MB'`.execute(trx)
  await sql`set local jit = off`.execute(trx)
  await sql`set local maintenance_work_mem = '256MB'`.execute(trx)
  await sql`truncate sim_import_undo_sims`.execute(trx)
  await trx.deleteFrom('sim_import_undos').execute()
}

/** Creates the groups of the lines that do not exist yet. */
export async function insertMissingGroups(trx: Db, taskId: number): Promise<void> {
  await sql`
    insert into groups (name)
    select min(group_name) from sim_import_lines
    where task_id = ${taskId} and not bad and group_name is not null
    group by lower(group_name)
    on conflict do nothing
  `.execute(trx)
}

/** The texts of the tags in a file, each tag once; at most `limit`. */
export async function selectStagedTags(trx: Db, taskId: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ label: string }>`
    select distinct on (key) label
    from sim_import_lines, unnest(string_to_array(tag_keys, ','), string_to_array(tag_labels, ',')) as tag (key, label)
    where task_id = ${taskId} and not bad and tag_keys is not null order by key, line limit ${limit}
  `.execute(trx)
  return rows.map(({ label }) => label)
}

/** True if the group of a line does not exist. */
export async function groupsAreMissing(trx: Db, taskId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from sim_import_lines where task_id = ${taskId} and not bad and group_name is not null
      and not exists (select 1 from groups where lower(groups.name) = lower(group_name)) limit 1
  `.execute(trx)
  return rows.length > 0
}

type Lines = { taskId: number; after: number; last: number }

const linesOf = ({ taskId, after, last }: Lines) => sql`
  lines as materialized (
    select staged.*, groups.id as group_id from sim_import_lines staged left join groups on lower(groups.name) = lower(staged.group_name)
    where task_id = ${taskId} and line > ${after} and line <= ${last} and not bad
  )`

/** The name of the person or API ID whose import writes the lines. */
const importer = ({ taskId }: Lines) => sql`(select created_by_name from tasks where id = ${taskId})`

/**
 * Adds the SIMs of some lines with their keys; returns the number of lines. A new SIM starts in the first state of its platform. Throws a
 * unique violation if an ICCID exists.
 */
export async function addSims(trx: Db, lines: Lines): Promise<number> {
  const { rows } = await sql<{ written: number }>`
    with ${linesOf(lines)},
    added as (
      insert into sims (iccid, ${importedColumns}, tags, group_id, has_keys)
      select iccid, ${newValues}, coalesce(string_to_array(tag_keys, ','), '{}'), group_id, cap_auth_key is not null from lines order by line
      returning id, iccid
    ),
    keyed as (
      insert into sim_keys (sim_id, cap_auth_key, encrypt_key, scp03_enc, scp03_mac, scp03_dek, security_domain_aid, key_version_number,
        security_level, cap_auth_fingerprint, key_set_at, key_set_by)
      select added.id, cap_auth_key, encrypt_key, scp03_enc, scp03_mac, scp03_dek, coalesce(security_domain_aid, ${defaultSecurityDomainAid}),
        coalesce(key_version_number, ${defaultKeyVersionNumber}::int), coalesce(security_level, ${defaultLevel}::int), cap_auth_fingerprint,
        now(), ${importer(lines)}
      from added join lines using (iccid) where cap_auth_key is not null
      order by added.id
    ),
    sms_keyed as (
      insert into sim_sms_keys (sim_id, ${smsKeyColumns}) select added.id, ${stagedSmsKeys}
      from added join lines using (iccid) where sms_kic is not null order by added.id
    ),
    noted as (
      insert into sim_import_undo_sims (sim_id, writes_sms_keys) select added.id, sms_kic is not null from added join lines using (iccid) order by added.id
    )
    select count(*) as written from added
  `.execute(trx)
  return rows[0]?.written ?? 0
}

/**
 * Writes the given values of some lines to their SIMs and keeps the others; returns the number of SIMs. Throws a not-null violation if keys
 * are missing.
 */
export async function updateSims(trx: Db, lines: Lines): Promise<number> {
  // The rows are locked first, so that the undo data is exactly what is replaced.
  await sql`
    select id from sims join sim_import_lines using (iccid)
    where task_id = ${lines.taskId} and line > ${lines.after} and line <= ${lines.last} and not bad
    order by id for update of sims
  `.execute(trx)
  const { rows } = await sql<{ written: number }>`
    with ${linesOf(lines)},
    noted as (
      insert into sim_import_undo_sims (sim_id, before, keys_before, sms_keys_before, writes_sms_keys)
      select sims.id, jsonb_build_object(${valuesBefore}, 'tags', sims.tags, 'group_id', sims.group_id, 'has_keys', sims.has_keys), to_jsonb(sim_keys),
        to_jsonb(sim_sms_keys), sms_kic is not null
      from lines join sims using (iccid) left join sim_keys on sim_keys.sim_id = sims.id and ${writesKeys}
        left join sim_sms_keys on sim_sms_keys.sim_id = sims.id and sms_kic is not null
      order by sims.id
    ),
    changed as (
      update sims set
        ${changedValues}, tags = coalesce(string_to_array(lines.tag_keys, ','), sims.tags), group_id = coalesce(lines.group_id, sims.group_id),
        has_keys = sims.has_keys or lines.cap_auth_key is not null, updated_at = now()
      from lines where sims.iccid = lines.iccid
      returning sims.id
    ),
    keyed as (
      insert into sim_keys (sim_id, cap_auth_key, encrypt_key, scp03_enc, scp03_mac, scp03_dek, security_domain_aid, key_version_number,
        security_level, cap_auth_fingerprint, key_set_at, key_set_by)
      select sims.id, coalesce(lines.cap_auth_key, old.cap_auth_key), coalesce(lines.encrypt_key, old.encrypt_key),
        coalesce(lines.scp03_enc, old.scp03_enc), coalesce(lines.scp03_mac, old.scp03_mac), coalesce(lines.scp03_dek, old.scp03_dek),
        coalesce(lines.security_domain_aid, old.security_domain_aid, ${defaultSecurityDomainAid}),
        coalesce(lines.key_version_number, old.key_version_number, ${defaultKeyVersionNumber}::int),
        coalesce(lines.security_level, old.security_level, ${defaultLevel}::int),
        coalesce(lines.cap_auth_fingerprint, old.cap_auth_fingerprint), now(), ${importer(lines)}
      from lines join sims using (iccid) left join sim_keys old on old.sim_id = sims.id
      where ${writesKeys}
      on conflict (sim_id) do update set
        cap_auth_key = excluded.cap_auth_key, encrypt_key = excluded.encrypt_key, scp03_enc = excluded.scp03_enc,
        scp03_mac = excluded.scp03_mac, scp03_dek = excluded.scp03_dek, security_domain_aid = excluded.security_domain_aid,
        key_version_number = excluded.key_version_number, security_level = excluded.security_level,
        cap_auth_fingerprint = excluded.cap_auth_fingerprint, changed_at = now(), key_set_at = excluded.key_set_at,
        key_set_by = excluded.key_set_by, scp03_rotated_at = null, scp03_rotated_by = null
    ),
    sms_keyed as (
      insert into sim_sms_keys (sim_id, ${smsKeyColumns}) select sims.id, ${stagedSmsKeys}
      from lines join sims using (iccid) where sms_kic is not null
      on conflict (sim_id) do update set key_set = excluded.key_set, algorithm = excluded.algorithm, kic = excluded.kic, kid = excluded.kid,
        tar = excluded.tar, fingerprint = excluded.fingerprint, changed_at = excluded.changed_at
    )
    select count(*) as written from changed
  `.execute(trx)
  return rows[0]?.written ?? 0
}

const smsKeyColumns = sql`key_set, algorithm, kic, kid, tar, fingerprint, changed_at`
const stagedSmsKeys = sql`sms_key_set, sms_algorithm, sms_kic, sms_kid, sms_tar, sms_fingerprint, now()`

/** True if lines of the import have SCP80 key sets. */
export async function stagesSmsKeys(db: Db, taskId: number): Promise<boolean> {
  const { rows } = await sql`select from sim_import_lines where task_id = ${taskId} and sms_kic is not null and not bad limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Raises the counters of key sets to those of the lines; none falls. It comes last and in the order in which messages reserve their counters,
 * so that neither waits for the other.
 */
export async function raiseCounters(trx: Db, taskId: number): Promise<void> {
  await sql`
    insert into sms_counters (fingerprint, counter)
    select sms_fingerprint, sms_counter from sim_import_lines
    where task_id = ${taskId} and sms_kic is not null and not bad and sms_counter > 0 order by sms_fingerprint
    on conflict (fingerprint) do update set counter = greatest(sms_counters.counter, excluded.counter)
  `.execute(trx)
}

/** Condition: the line writes keys. AID, key version and security level without keys apply only to a SIM that has keys. */
const writesKeys = sql`(lines.given_keys <> 0 or (sims.has_keys
  and coalesce(lines.security_domain_aid, lines.key_version_number::text, lines.security_level::text) is not null))`

/** Stores the undo record and the result of the import. */
export async function recordWritten(trx: Db, taskId: number, written: number): Promise<void> {
  await sql`insert into sim_import_undos (task_id, written_at) values (${taskId}, now())`.execute(trx)
  await trx.updateTable('tasks').set({ total: written, done: written, succeeded: written }).where('id', '=', taskId).execute()
}

/** SIMs of the last import, at most `limit`. */
export async function selectWrittenSims(db: Db, limit: number): Promise<number[]> {
  const rows = await db.selectFrom('sim_import_undo_sims').select('sim_id').limit(limit).execute()
  return rows.map((row) => row.sim_id)
}

/** True if a database error shows that the check is outdated: an ICCID exists meanwhile, or keys do not. */
export function isStaleCheckError(error: unknown, mode: ImportMode): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null
  return code === (mode === 'add' ? '23505' : '23502')
}
