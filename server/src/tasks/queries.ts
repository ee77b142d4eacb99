import { type RawBuilder, sql } from 'kysely'
import type { Permission } from '@simdeck/contract/permissions.ts'
import type { TaskKind, TaskState } from '@simdeck/contract/tasks.ts'
import type { Db } from '../platform/db/database.ts'
import type { TaskRow } from './tables.ts'
import type { NewTask } from './task-handler.ts'

const unfinished = ['waiting', 'running', 'cancelling'] as const satisfies TaskState[]

export async function insertTask(trx: Db, task: NewTask): Promise<number> {
  const { creator } = task
  const { id } = await trx
    .insertInto('tasks')
    .values({
      kind: task.kind,
      state: task.state ?? 'waiting',
      title: task.title,
      params: JSON.stringify(task.params ?? {}),
      import: task.import ? JSON.stringify(task.import) : null,
      selection_id: task.selectionId ?? null,
      total: task.total,
      created_by: creator.memberId,
      api_credential_id: creator.kind === 'apiId' ? creator.credentialId : null,
      created_by_name: creator.name,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The kind of a task; undefined if it was deleted. */
export async function selectKind(db: Db, id: number): Promise<TaskKind | undefined> {
  return (await db.selectFrom('tasks').select('kind').where('id', '=', id).executeTakeFirst())?.kind
}

/** Marks the task as running and returns it; undefined if it has ended. */
export async function beginTask(db: Db, id: number): Promise<TaskRow | undefined> {
  return db
    .updateTable('tasks')
    .set({
      state: sql<TaskState>`case state when 'waiting' then 'running' else state end`,
      started_at: sql<Date>`coalesce(started_at, now())`,
    })
    .where('id', '=', id)
    .where('state', 'in', unfinished)
    .returningAll()
    .executeTakeFirst()
}

/** True if the creator of the task (a member or an API ID) has that permission now. */
const allowed = (needs: Permission): RawBuilder<boolean> => sql<boolean>`(exists (
  select 1 from members join role_permissions using (role_id)
  where members.id = tasks.created_by and members.account_status = 'active' and permission = ${needs}
) or exists (
  select 1 from api_credentials join role_permissions using (role_id)
  where api_credentials.id = tasks.api_credential_id and permission = ${needs}
))`

export async function selectTaskState(db: Db, id: number, needs: Permission): Promise<{ state: TaskState; allowed: boolean } | undefined> {
  return db
    .selectFrom('tasks')
    .select(['state', allowed(needs).as('allowed')])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Stores progress; never reduces it. */
export async function writeDone(db: Db, id: number, done: number): Promise<void> {
  await db.updateTable('tasks').set({ done }).where('id', '=', id).where('state', '=', 'running').where('done', '<', done).execute()
}

/** Stores the cause for which a running task waits. */
export async function writeWait(db: Db, id: number, waitsFor: TaskRow['waits_for']): Promise<void> {
  await db.updateTable('tasks').set({ waits_for: waitsFor }).where('id', '=', id).where('state', '=', 'running').execute()
}

export type TaskEnd = { state: 'completed' | 'cancelled' | 'failed'; failure: TaskRow['failure'] }

/** Ends the task and returns it; undefined if it had ended before. */
export async function endTask(trx: Db, id: number, end: TaskEnd): Promise<TaskRow | undefined> {
  return trx
    .updateTable('tasks')
    .set({ ...end, finished_at: sql<Date>`now()`, waits_for: null })
    .where('id', '=', id)
    .where('state', 'in', unfinished)
    .returningAll()
    .executeTakeFirst()
}

/** The member who started the task, also by an API ID. */
export async function selectOwner(db: Db, { created_by: memberId, api_credential_id: credentialId }: TaskRow): Promise<number | null> {
  if (memberId !== null || credentialId === null) return memberId
  const row = await db.selectFrom('api_credentials').select('created_by').where('id', '=', credentialId).executeTakeFirst()
  return row?.created_by ?? null
}

export async function selectTasks(db: Db, ids: readonly number[]): Promise<TaskRow[]> {
  return db.selectFrom('tasks').selectAll().where('id', 'in', ids).orderBy('id').execute()
}

/** The last import that wrote something; null if its undo data was deleted. */
export async function undoableImport(db: Db): Promise<number | null> {
  const row = await db
    .selectFrom('sim_import_undos')
    .innerJoin('tasks', 'tasks.id', 'sim_import_undos.task_id')
    .select('tasks.id')
    .where('tasks.state', '=', 'completed')
    .executeTakeFirst()
  return row?.id ?? null
}

export type TaskFilter = { kind?: TaskKind[] | undefined; state?: TaskState[] | undefined }

const matching = (db: Db, { kind, state }: TaskFilter) =>
  db
    .selectFrom('tasks')
    .$if(kind !== undefined, (query) => query.where('kind', 'in', kind ?? []))
    .$if(state !== undefined, (query) => query.where('state', 'in', state ?? []))

export async function selectTaskPage(
  db: Db,
  filter: TaskFilter,
  page: { order: 'asc' | 'desc'; take: number; skip: number },
): Promise<TaskRow[]> {
  return matching(db, filter)
    .selectAll()
    .orderBy('created_at', page.order)
    .orderBy('id', page.order)
    .limit(page.take)
    .offset(page.skip)
    .execute()
}

export async function countTasks(db: Db, filter: TaskFilter): Promise<number> {
  const { total } = await matching(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

export async function lockTask(trx: Db, id: number): Promise<TaskRow | undefined> {
  return trx.selectFrom('tasks').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Asks a running task to stop, and ends a waiting one: true. */
export async function cancelTask(trx: Db, { id, state }: TaskRow): Promise<boolean> {
  const runs = state === 'running' || state === 'cancelling'
  const next: TaskState = runs ? 'cancelling' : 'cancelled'
  await trx
    .updateTable('tasks')
    .set({ state: next, finished_at: runs ? null : sql<Date>`now()`, waits_for: null })
    .where('id', '=', id)
    .execute()
  return !runs
}
