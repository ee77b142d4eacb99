import { ApiError } from '@simdeck/contract/errors.ts'
import type { Task } from '@simdeck/contract/tasks.ts'
import type { Db } from '../platform/db/database.ts'
import type { TaskRow } from './tables.ts'
import { selectTasks, undoableImport } from './queries.ts'

/** The tasks with these ids as the API shows them; deleted ones are absent. */
export async function tasksByIds(db: Db, ids: readonly number[]): Promise<Task[]> {
  return ids.length === 0 ? [] : shapeTasks(db, await selectTasks(db, ids))
}

/** Throws `ApiError('taskNotFound')`. */
export async function taskById(db: Db, id: number): Promise<Task> {
  const [task] = await tasksByIds(db, [id])
  if (!task) throw new ApiError('taskNotFound')
  return task
}

export async function shapeTasks(db: Db, rows: readonly TaskRow[]): Promise<Task[]> {
  const undoable = rows.some(({ kind }) => kind === 'simImport') ? await undoableImport(db) : null
  return rows.map((row) => shape(row, row.id === undoable))
}

function shape(row: TaskRow, canUndo: boolean): Task {
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    title: row.title,
    total: row.total,
    done: row.done,
    succeeded: row.succeeded,
    refused: row.refused,
    createdBy: row.created_by_name,
    createdById: row.created_by,
    createdAt: row.created_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    finishedAt: row.finished_at?.toISOString() ?? null,
    failure: row.failure,
    waitsFor: row.waits_for,
    import: row.import && { ...row.import, canUndo },
  }
}
