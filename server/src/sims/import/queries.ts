import { type RawBuilder, sql } from 'kysely'
import type { ErrorCode } from '@simdeck/contract/errors.ts'
import type { TaskKind, TaskState } from '@simdeck/contract/tasks.ts'
import type { Db } from '../../platform/db/database.ts'
import type { StoredImport, TaskRow } from '../../tasks/tables.ts'
import type { Caller } from '../../platform/http/handler.ts'

/** The imports of files that are checked before a member starts them. */
export type ImportKind = Extract<TaskKind, 'simImport' | 'keyImport'>
const importKinds: readonly ImportKind[] = ['simImport', 'keyImport']

const changed = (details: Partial<StoredImport>): RawBuilder<string> => sql<string>`import || ${JSON.stringify(details)}::jsonb`

/** Marks a check as finished; false if it was cancelled meanwhile. */
export async function finishCheck(db: Db, id: number, found: { lines: number; good: number; bad: number }): Promise<boolean> {
  const row = await db
    .updateTable('tasks')
    .set({ state: 'checked', total: found.good, import: changed(found) })
    .where('id', '=', id)
    .where('state', '=', 'checking')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Advisory lock for counting imports: `open` in ASCII. */
const openLock = 0x6f70656e

/**
 * Number of imports of this member (of API IDs for null) that are being checked or wait to be started. The lock lasts until the transaction
 * ends.
 */
export async function countOpenImports(trx: Db, memberId: number | null): Promise<number> {
  await sql`select pg_advisory_xact_lock(${openLock}, ${memberId ?? 0}::int)`.execute(trx)
  const { count } = await trx
    .selectFrom('tasks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('kind', 'in', importKinds)
    .where('state', 'in', ['checking', 'checked'] satisfies TaskState[])
    .where('created_by', memberId === null ? 'is' : '=', memberId)
    .executeTakeFirstOrThrow()
  return count
}

/** Ends an import that was not started; `failure` is the reason of a failed one. */
export async function endUnwritten(
  db: Db,
  id: number,
  state: 'completed' | 'cancelled' | 'failed',
  failure: ErrorCode | null = null,
): Promise<void> {
  await db
    .updateTable('tasks')
    .set({ state, failure, finished_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('state', 'in', ['checking', 'checked'])
    .execute()
}

/** Deletes a task without effects. */
export async function deleteTask(db: Db, id: number): Promise<void> {
  await db.deleteFrom('tasks').where('id', '=', id).execute()
}

export async function deleteStaged(db: Db, taskId: number, table: 'sim_import_lines' | 'key_import_lines'): Promise<void> {
  await db.deleteFrom(table).where('task_id', '=', taskId).execute()
}

export async function lockImport(trx: Db, id: number, kind: ImportKind): Promise<(TaskRow & { import: StoredImport }) | undefined> {
  const row = await trx.selectFrom('tasks').selectAll().where('id', '=', id).where('kind', '=', kind).forUpdate().executeTakeFirst()
  return row?.import ? { ...row, import: row.import } : undefined
}

/** Advisory lock for starting or undoing imports, one at a time: `star` in ASCII. */
const startLock = 0x73746172

/** True if an import, also of keys, or an undo is running or waiting. The lock lasts until the transaction ends. */
export async function isImportRunning(trx: Db): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${startLock}::bigint)`.execute(trx)
  const row = await trx
    .selectFrom('tasks')
    .select('id')
    .where('kind', 'in', [...importKinds, 'simImportUndo'])
    .where('state', 'in', ['waiting', 'running', 'cancelling'] satisfies TaskState[])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Queues a checked import for writing, on behalf of the member who starts it. */
export async function startChecked(
  trx: Db,
  id: number,
  { skipBadLines, creator, params }: { skipBadLines: boolean; creator: Caller; params?: Record<string, unknown> },
): Promise<void> {
  await trx
    .updateTable('tasks')
    .set({
      state: 'waiting',
      ...(params && { params: JSON.stringify(params) }),
      import: changed({ skipBadLines }),
      created_by: creator.memberId,
      api_credential_id: creator.kind === 'apiId' ? creator.credentialId : null,
      created_by_name: creator.name,
    })
    .where('id', '=', id)
    .execute()
}

/** Checks that started more than a minute ago, whose node may have died. A living node has locked its check by then. */
export async function selectOldChecks(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('tasks')
    .select('id')
    .where('state', '=', 'checking')
    .where('created_at', '<', sql<Date>`now() - interval '1 minute'`)
    .execute()
  return rows.map(({ id }) => id)
}

/** Cancels checked imports that were not started for a day, and deletes the staged lines of all ended imports. */
export async function sweepChecked(db: Db): Promise<void> {
  await db
    .updateTable('tasks')
    .set({ state: 'cancelled', finished_at: sql<Date>`now()` })
    .where('state', '=', 'checked')
    .where('created_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute()
  for (const table of ['sim_import_lines', 'key_import_lines'] as const)
    await sql`
      delete from ${sql.table(table)} where task_id in (
        select task_id from (select distinct task_id from ${sql.table(table)}) as staged left join tasks on tasks.id = task_id
        where tasks.id is null or tasks.state in ('completed', 'cancelled', 'failed')
      )
    `.execute(db)
}
