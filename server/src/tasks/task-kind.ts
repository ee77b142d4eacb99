import type { Selectable } from 'kysely'
import type { ErrorCode } from '@simdeck/contract/errors.ts'
import type { Permission } from '@simdeck/contract/permissions.ts'
import type { Database } from '../db/schema.ts'

export type TaskRow = Selectable<Database['tasks']>

/** One go at a task, on the node that holds its lock. */
export type TaskRun = {
  /** As it was when this go began. */
  task: TaskRow
  /** True once a person asked to cancel, what started it lost its permission, or the node stops: look between steps, and return. */
  stopped: () => boolean
  /** Shows how far it is, where the steps do not write it themselves (all of an import is one transaction). Never waits for the database. */
  tellDone: (done: number) => void
}

/** How the tasks of one kind are done. */
export type TaskWork = {
  /** What the member or the program behind the task must be allowed to, from its start to its end. */
  needs: Permission
  /**
   * Goes on from where the task's row says it is, and returns when nothing is left or `stopped()`. Called again, on any node, when
   * a node died. Each step is one transaction that also writes how far it is. Throws `TaskFailure` for what no second try mends.
   */
  run: (run: TaskRun) => Promise<void>
}

/** The task cannot be done: it ends as `failed`, for this reason. */
export class TaskFailure extends Error {
  readonly code: ErrorCode

  constructor(code: ErrorCode) {
    super(`the task failed: ${code}`)
    this.name = 'TaskFailure'
    this.code = code
  }
}
