import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { simCsvColumns } from '@simdeck/contract/sim-imports.ts'
import type { ImportMode } from '@simdeck/contract/tasks.ts'
import { copyIn, type CopyIn, copyRow } from '../../../platform/db/copy.ts'
import type { Db, OpenDatabase } from '../../../platform/db/database.ts'
import type { SimFields, StagedKeys } from './check-line.ts'
import { importedFields } from '../../sql/imported-fields.ts'
import type { SealedKeySet } from '../../../key-sets/sms-key-sets.ts'
import { type NewProblem, problemNumbers } from './problem-numbers.ts'

const columns = [
  'task_id',
  'line',
  'bad',
  'given_keys',
  'iccid',
  ...importedFields,
  'group_name',
  'tag_keys',
  'tag_labels',
  'cap_auth_key',
  'encrypt_key',
  'scp03_enc',
  'scp03_mac',
  'scp03_dek',
  'security_domain_aid',
  'key_version_number',
  'security_level',
  'cap_auth_fingerprint',
  'sms_key_set',
  'sms_algorithm',
  'sms_kic',
  'sms_kid',
  'sms_tar',
  'sms_fingerprint',
  'sms_counter',
] as const

/** A table for the lines of files, and the columns of a line in the order of `copyRow`. */
export type StagingTable = { name: 'sim_import_lines' | 'key_import_lines'; columns: readonly string[] }
export const simLines: StagingTable = { name: 'sim_import_lines', columns }

/** A line with an ICCID and encrypted keys. Of a bad line only the ICCID and the set of its keys count. */
export type StagedLine = {
  line: number
  bad: boolean
  givenKeys: number
  iccid: string
  sim: SimFields
  keys: StagedKeys
  smsKeys: (SealedKeySet & { counter: number }) | null
}

export function stagedRow(taskId: number, { line, bad, givenKeys, iccid, sim, keys, smsKeys }: StagedLine): string {
  return copyRow([
    taskId,
    line,
    bad,
    givenKeys,
    iccid,
    ...importedFields.map((name) => sim[name]),
    sim.group_name,
    sim.tag_keys,
    sim.tag_labels,
    keys.cap_auth_key,
    keys.encrypt_key,
    keys.scp03_enc,
    keys.scp03_mac,
    keys.scp03_dek,
    keys.security_domain_aid,
    keys.key_version_number,
    keys.security_level,
    keys.cap_auth_fingerprint,
    smsKeys && smsKeys.key_set,
    smsKeys && smsKeys.algorithm,
    smsKeys && smsKeys.kic,
    smsKeys && smsKeys.kid,
    smsKeys && smsKeys.tar,
    smsKeys && smsKeys.fingerprint,
    smsKeys && smsKeys.counter,
  ])
}

/** Namespace of the advisory locks of checks: `chec` in ASCII. */
const lockSpace = 0x63686563

export type Staging = CopyIn & { close: () => Promise<void> }

/** Starts to stage the lines of a task. A lock marks the check as running until `close`; a node that dies loses it. */
export async function openStaging(database: OpenDatabase, taskId: number, table: StagingTable): Promise<Staging> {
  const client: PoolClient = await database.pool.connect()
  try {
    await client.query('select pg_advisory_lock($1, $2)', [lockSpace, taskId])
    const lines = copyIn(client, table.name, table.columns)
    let failed = false
    return {
      write: lines.write,
      end: lines.end,
      async abort() {
        failed = true
        await lines.abort()
      },
      async close() {
        if (!failed) await client.query('select pg_advisory_unlock($1, $2)', [lockSpace, taskId])
        client.release(failed)
      },
    }
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** True if no node checks the file of that task. */
export async function checkIsDead(trx: Db, taskId: number): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_xact_lock(${lockSpace}::int, ${taskId}::int) as free`.execute(trx)
  return rows[0]?.free === true
}

const { numbersPerLine, columnNumber } = problemNumbers(simCsvColumns)

/** Stores problems of a file with such columns as results of its task. */
export async function insertProblems(
  db: Db,
  taskId: number,
  columns: readonly string[],
  problems: readonly NewProblem<string, string>[],
): Promise<void> {
  if (problems.length === 0) return
  const { numbersPerLine, columnNumber } = problemNumbers(columns)
  await sql`
    insert into task_results (task_id, n, outcome, iccid, line, column_name, reason)
    select ${taskId}::bigint, n, 'refused', iccid, n / ${sql.lit(numbersPerLine)}, column_name, reason
    from unnest(
      ${problems.map(({ line, column }) => line * numbersPerLine + columnNumber(column))}::bigint[], ${problems.map(({ iccid }) => iccid)}::text[],
      ${problems.map(({ column }) => column)}::text[], ${problems.map(({ reason }) => reason)}::text[]
    ) as problem (n, iccid, column_name, reason)
    on conflict do nothing
  `.execute(db)
}

const keyBits = sql`(values ('cap_auth_key', 1), ('encrypt_key', 2), ('scp03_enc', 4), ('scp03_mac', 8), ('scp03_dek', 16)) as key (name, bit)`
const scp03Keys = sql.lit(28)

/** Problems of staged lines in relation to other lines and existing SIMs: line, iccid, column_name, column_number, reason. */
function findings(taskId: number, mode: ImportMode, mayCreateGroups: boolean) {
  const exists = mode === 'add' ? sql`sims.id is not null` : sql`sims.id is null`
  const reason = sql.lit(mode === 'add' ? 'iccidExists' : 'iccidMissing')
  const found = [
    sql`select line, iccid, 'iccid' as column_name, 1 as column_number, case when n > 1 then 'iccidTwice' else ${reason} end as reason
      from (
        select line, iccid, row_number() over (partition by iccid order by line) as n from sim_import_lines where task_id = ${taskId}
      ) as staged
      left join sims using (iccid) where n > 1 or ${exists}`,
  ]
  if (mode === 'update') {
    found.push(sql`select line, iccid, key.name, ${keyColumnNumber}, case when sims.has_keys then 'scp03Together' else 'keysTogether' end
      from sim_import_lines staged left join sims using (iccid) cross join ${keyBits}
      where task_id = ${taskId} and given_keys & key.bit = 0
        and case when sims.has_keys then given_keys & ${scp03Keys} <> 0 and key.bit & ${scp03Keys} <> 0 else given_keys <> 0 end`)
  }
  if (!mayCreateGroups) {
    found.push(sql`select line, iccid, 'group', ${sql.lit(columnNumber('group'))}, 'groupMissing' from sim_import_lines
      where task_id = ${taskId} and not bad and group_name is not null
        and not exists (select 1 from groups where lower(groups.name) = lower(group_name))`)
  }
  return sql.join(found, sql` union all `)
}

const keyColumnNumber = sql`case key.name ${sql.join(
  (['cap_auth_key', 'encrypt_key', 'scp03_enc', 'scp03_mac', 'scp03_dek'] as const).map(
    (column) => sql`when ${sql.lit(column)} then ${sql.lit(columnNumber(column))}`,
  ),
  sql` `,
)} end`

/** Marks staged lines with such problems as bad, stores the first `room` problems, and counts. */
export async function checkStaged(
  trx: Db,
  options: { taskId: number; mode: ImportMode; mayCreateGroups: boolean; room: number },
): Promise<{ problems: number; good: number; bad: number }> {
  const { taskId, mode, mayCreateGroups, room } = options
  await sql`set local work_mem = '64MB'`.execute(trx)
  const { rows } = await sql<{ problems: number }>`
    with found as materialized (${findings(taskId, mode, mayCreateGroups)}),
    marked as (
      update sim_import_lines set bad = true
      where task_id = ${taskId} and not bad and line in (select line from found)
    ),
    kept as (
      insert into task_results (task_id, n, outcome, iccid, line, column_name, reason)
      select ${taskId}::bigint, line::bigint * ${sql.lit(numbersPerLine)} + column_number, 'refused', iccid, line, column_name, reason
      from found order by line, column_number limit ${room}
      on conflict do nothing
    )
    select count(*) as problems from found
  `.execute(trx)
  const counted = await trx
    .selectFrom('sim_import_lines')
    .select([sql<number>`count(*) filter (where not bad)`.as('good'), sql<number>`count(*) filter (where bad)`.as('bad')])
    .where('task_id', '=', taskId)
    .executeTakeFirstOrThrow()
  return { problems: rows[0]?.problems ?? 0, good: counted.good, bad: counted.bad }
}

/** Updates the planner's statistics after many lines arrived. */
export async function analyzeStaged(db: Db): Promise<void> {
  await sql`analyze sim_import_lines`.execute(db)
}

export type ProblemRow = { line: number | null; column_name: string | null; reason: string | null }

/** The first problems of a task, by line and column. */
export async function selectProblems(db: Db, taskId: number, limit: number): Promise<ProblemRow[]> {
  return db
    .selectFrom('task_results')
    .select(['line', 'column_name', 'reason'])
    .where('task_id', '=', taskId)
    .where('outcome', '=', 'refused')
    .orderBy('n')
    .limit(limit)
    .execute()
}
