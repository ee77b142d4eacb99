import { sql } from 'kysely'
import { keyFileColumns } from '@simdeck/contract/key-imports.ts'
import { defaultScp03Level } from '@simdeck/contract/sim-values.ts'
import { defaultSecurityDomainAid } from '@simdeck/protocol/aid.ts'
import { copyRow } from '../../../platform/db/copy.ts'
import type { Db } from '../../../platform/db/database.ts'
import { levelOctet } from '../../levels.ts'
import { problemNumbers } from '../check/problem-numbers.ts'
import type { StagedKeyLine } from './seal-key-line.ts'

/** Default key version number of a SIM: the first of the range that Amendment D gives to SCP03. */
const defaultKeyVersionNumber = 0x30
const defaultLevel = levelOctet(defaultScp03Level)

const { numbersPerLine, columnNumber } = problemNumbers(keyFileColumns)

/** Bits of `given_keys`: the five keys of `sim_keys`, those of SCP03, the SCP80 keys, and the SCP81 key. */
const [cardKeys, scp03Keys, smsKeys, scp81Key] = [sql.lit(31), sql.lit(28), sql.lit(32), sql.lit(64)]

/** The table of staged lines, and the columns of a line in the order of `stagedRow`. */
export const keyLines = {
  name: 'key_import_lines' as const,
  columns: [
    'task_id',
    'line',
    'bad',
    'given_keys',
    'iccid',
    'key_version_number',
    'cap_auth_key',
    'encrypt_key',
    'scp03_enc',
    'scp03_mac',
    'scp03_dek',
    'cap_auth_fingerprint',
    'kic',
    'kid',
    'sms_fingerprint',
    'scp81_identity',
    'psk',
  ],
}

export const stagedRow = (taskId: number, { line, bad, givenKeys, iccid, kvn, keys, sms, scp81 }: StagedKeyLine): string =>
  copyRow([
    taskId,
    line,
    bad,
    givenKeys,
    iccid,
    kvn,
    keys?.cap_auth_key ?? null,
    keys?.encrypt_key ?? null,
    keys?.scp03_enc ?? null,
    keys?.scp03_mac ?? null,
    keys?.scp03_dek ?? null,
    keys?.cap_auth_fingerprint ?? null,
    sms?.kic ?? null,
    sms?.kid ?? null,
    sms?.fingerprint ?? null,
    scp81?.identity ?? null,
    scp81?.psk ?? null,
  ])

/** The reason for which the keys of a line do not fit its SIM; null if they do. */
const misfit = sql`case when sims.id is null then 'iccidMissing'
  when not sims.has_keys and lines.given_keys & ${cardKeys} not in (0, ${cardKeys}) then 'allFive'
  when exists (select from sim_scp81_keys k where k.identity = lines.scp81_identity and k.sim_id <> sims.id) then 'identityTaken' end`

/** Marks staged lines that do not fit a SIM, or repeat an ICCID, as bad, stores the first `room` problems, and counts. */
export async function checkStaged(
  trx: Db,
  { taskId, room }: { taskId: number; room: number },
): Promise<{ problems: number; good: number; bad: number }> {
  await sql`set local work_mem = '64MB'`.execute(trx)
  const { rows } = await sql<{ problems: number }>`
    with numbered as (
      select line, iccid, given_keys, scp81_identity, row_number() over (partition by iccid order by line) as n,
        scp81_identity is not null and row_number() over (partition by scp81_identity order by line) > 1 as repeats
      from key_import_lines where task_id = ${taskId}
    ),
    found as materialized (
      select * from (
        select lines.line, lines.iccid, case when lines.n > 1 then 'iccidTwice' when lines.repeats then 'identityTwice' else ${misfit} end as reason
        from numbered lines left join sims using (iccid)
      ) judged where reason is not null
    ),
    marked as (update key_import_lines set bad = true where task_id = ${taskId} and not bad and line in (select line from found)),
    kept as (
      insert into task_results (task_id, n, outcome, iccid, line, column_name, reason)
      select ${taskId}::bigint, line::bigint * ${sql.lit(numbersPerLine)} + ${sql.lit(columnNumber('iccid'))}, 'refused', iccid, line, 'iccid', reason
      from found order by line limit ${room}
      on conflict do nothing
    )
    select count(*) as problems from found
  `.execute(trx)
  const counted = await trx
    .selectFrom('key_import_lines')
    .select([sql<number>`count(*) filter (where not bad)`.as('good'), sql<number>`count(*) filter (where bad)`.as('bad')])
    .where('task_id', '=', taskId)
    .executeTakeFirstOrThrow()
  return { problems: rows[0]?.problems ?? 0, good: counted.good, bad: counted.bad }
}

/** Updates the planner's statistics after many lines arrived. */
export async function analyzeStaged(db: Db): Promise<void> {
  await sql`analyze key_import_lines`.execute(db)
}

/** Counts the bad lines of a checked import as refused. */
export async function countBad(trx: Db, taskId: number): Promise<void> {
  await sql`update tasks set total = (import ->> 'lines')::int, done = (import ->> 'bad')::int, refused = (import ->> 'bad')::int
    where id = ${taskId}`.execute(trx)
}

/** Advisory lock for writing the lines of a task: `keys` in ASCII. */
const writeLock = 0x6b657973

export type KeyPart = { taskId: number; after: number; last: number }

/**
 * The next lines of the task, at most `most`; null if none is left or the task has ended. A lock prevents two nodes from writing the same
 * lines.
 */
export async function takePart(trx: Db, taskId: number, most: number): Promise<KeyPart | null> {
  await sql`select pg_advisory_xact_lock(${sql.lit(writeLock)}, ${taskId}::int)`.execute(trx)
  const { rows } = await sql<{ after: number; last: number | null }>`
    select next_part as after, (select max(line) from (
      select line from key_import_lines where task_id = tasks.id and not bad and line > tasks.next_part order by line limit ${most}) part) as last
    from tasks where id = ${taskId} and state in ('running', 'cancelling')
  `.execute(trx)
  const [row] = rows
  return row && row.last !== null ? { taskId, after: row.after, last: row.last } : null
}

/** The settings that all lines of a file share. Without `triggerTar`, a SIM keeps what an SMS wakes. */
export type SmsSettings = { keySet: number; algorithm: string; tar: Buffer; triggerTar: Buffer | null }

/**
 * Sets the keys of some lines, stores their results and the progress of the task; returns the SIMs that have new keys. A SIM whose keys an
 * OTA uses now keeps them. Counters stay, because they belong to the fingerprints of the keys.
 */
export async function writePart(trx: Db, { taskId, after, last }: KeyPart, sms: SmsSettings) {
  const part = sql`task_id = ${taskId} and line > ${after} and line <= ${last} and not bad`
  // An OTA session begins under this lock, and the next statement then finds it.
  await sql`select id from sims where iccid in (select iccid from key_import_lines where ${part}) order by id for no key update`.execute(
    trx,
  )
  const { rows } = await sql<{ changed: number[] | null; refused: number; written: number }>`
    with lines as materialized (select * from key_import_lines where ${part}),
    judged as materialized (
      select lines.*, sims.id as sim_id, coalesce(${misfit}, case
        when lines.given_keys & ${cardKeys} = 0 then null
        when exists (select from ota_sessions o where o.sim_id = sims.id and o.state ->> 'state' <> 'ending') then 'inSession'
        when lines.given_keys & ${scp03Keys} <> 0 and exists (select from sim_key_rotations r where r.sim_id = sims.id) then 'unproven' end) as reason
      from lines left join sims using (iccid)
    ),
    good as (select * from judged where reason is null),
    shown as (
      update sims set has_keys = sims.has_keys or good.given_keys & ${cardKeys} <> 0, updated_at = now() from good where sims.id = good.sim_id
    ),
    keyed as (
      insert into sim_keys (sim_id, cap_auth_key, encrypt_key, scp03_enc, scp03_mac, scp03_dek, security_domain_aid, key_version_number,
        security_level, cap_auth_fingerprint, key_set_at, key_set_by)
      select good.sim_id, coalesce(good.cap_auth_key, old.cap_auth_key), coalesce(good.encrypt_key, old.encrypt_key),
        coalesce(good.scp03_enc, old.scp03_enc), coalesce(good.scp03_mac, old.scp03_mac), coalesce(good.scp03_dek, old.scp03_dek),
        coalesce(old.security_domain_aid, ${defaultSecurityDomainAid}),
        coalesce(case when good.given_keys & ${scp03Keys} <> 0 then good.key_version_number end, old.key_version_number, ${sql.lit(defaultKeyVersionNumber)}),
        coalesce(old.security_level, ${sql.lit(defaultLevel)}),
        case when good.cap_auth_key is null then old.cap_auth_fingerprint else good.cap_auth_fingerprint end,
        now(), (select created_by_name from tasks where id = ${taskId})
      from good left join sim_keys old on old.sim_id = good.sim_id where good.given_keys & ${cardKeys} <> 0 order by good.sim_id
      on conflict (sim_id) do update set
        cap_auth_key = excluded.cap_auth_key, encrypt_key = excluded.encrypt_key, scp03_enc = excluded.scp03_enc,
        scp03_mac = excluded.scp03_mac, scp03_dek = excluded.scp03_dek, key_version_number = excluded.key_version_number,
        cap_auth_fingerprint = excluded.cap_auth_fingerprint, changed_at = now(), key_set_at = excluded.key_set_at,
        key_set_by = excluded.key_set_by, scp03_rotated_at = null, scp03_rotated_by = null
    ),
    woken as (
      insert into sim_sms_keys (sim_id, key_set, algorithm, kic, kid, tar, fingerprint, changed_at)
      select sim_id, ${sms.keySet}::int, ${sms.algorithm}, kic, kid, ${sms.tar}::bytea, sms_fingerprint, now() from good
      where given_keys & ${smsKeys} <> 0 order by sim_id
      on conflict (sim_id) do update set key_set = excluded.key_set, algorithm = excluded.algorithm, kic = excluded.kic, kid = excluded.kid,
        tar = excluded.tar, fingerprint = excluded.fingerprint, changed_at = now()
    ),
    agents as (
      insert into sim_scp81_keys (sim_id, identity, psk, trigger_tar, changed_at)
      select sim_id, scp81_identity, psk, ${sms.triggerTar}::bytea, now() from good where given_keys & ${scp81Key} <> 0 order by sim_id
      on conflict (sim_id) do update set identity = excluded.identity, psk = excluded.psk, changed_at = now(), seen_at = null,
        trigger_tar = coalesce(excluded.trigger_tar, sim_scp81_keys.trigger_tar)
    ),
    counters as (
      insert into sms_counters (fingerprint, counter) select sms_fingerprint, 0 from good where sms_fingerprint is not null on conflict do nothing
    ),
    results as (
      insert into task_results (task_id, n, outcome, sim_id, iccid, line, column_name, reason)
      select ${taskId}::bigint, line::bigint * ${sql.lit(numbersPerLine)}, case when reason is null then 'done' else 'refused' end, sim_id, iccid,
        line, null, reason from judged
    )
    select array_agg(sim_id) filter (where reason is null) as changed, count(*) filter (where reason is not null) as refused,
      count(*) filter (where reason is null) as written
    from judged
  `.execute(trx)
  const { changed, refused, written } = rows[0] ?? { changed: null, refused: 0, written: 0 }
  await sql`update tasks set next_part = ${last}, done = done + ${refused + written}, refused = refused + ${refused},
    succeeded = succeeded + ${written} where id = ${taskId}`.execute(trx)
  return changed ?? []
}

/** True if staged lines of the task were lost. */
export async function isShort(db: Db, taskId: number): Promise<boolean> {
  const row = await db.selectFrom('tasks').select(['done', 'total']).where('id', '=', taskId).executeTakeFirst()
  return row !== undefined && row.done < row.total
}
