import { notify } from '../platform/notifications/notify.ts'
import type { Db } from '../platform/db/database.ts'
import { selectOwner, type TaskEnd } from './queries.ts'
import type { TaskRow } from './tables.ts'

const kinds = { completed: 'taskCompleted', cancelled: 'taskCancelled', failed: 'taskFailed' } as const

/** Stores a notification of the end of a task for the member who started it, as the last change of the caller's transaction. */
export async function notifyOfEnd(trx: Db, task: TaskRow, { state, failure }: TaskEnd): Promise<void> {
  const ownerId = await selectOwner(trx, task)
  if (ownerId === null) return
  const { id, kind, title, total, refused } = task
  await notify(trx, { kind: kinds[state], params: { task: kind, title, total, refused, failure }, ownerId, taskId: id })
}
