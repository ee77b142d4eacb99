import type { ErrorCode } from '@simdeck/contract/errors.ts'
import type { Words } from '@simdeck/contract/languages.ts'
import type { Permission } from '@simdeck/contract/permissions.ts'
import type { TaskKind } from '@simdeck/contract/tasks.ts'
import type { StoredImport, TaskRow } from '../platform/db/schema.ts'
import type { Caller } from '../platform/http/handler.ts'

/** A task to be put down; who makes it may do so. It waits to be done, unless an import's file is still being read. */
export type NewTask = {
  kind: TaskKind
  state?: 'checking' | 'waiting'
  title: string | null
  /** What the work needs to know, never secret. */
  params?: Record<string, unknown>
  import?: StoredImport
  selectionId?: number
  total: number
  creator: Caller
}

/** One go at a task, on the node that holds its lock. */
export type TaskRun = {
  /** As it was when this go began. */
  task: TaskRow
  /** True once a person asked to cancel, what started it lost its permission, or the node stops: look between steps, and return. */
  stopped: () => boolean
  /** Has `stopped` tell how it stands at this moment; it is looked at every second anyway. */
  look: () => Promise<void>
  /** Shows how far it is, where the steps do not write it themselves (all of an import is one transaction). Never waits for the database. */
  tellDone: (done: number) => void
}

/** How the tasks of one kind are done. */
export type TaskWork = {
  /** What the member or the program behind the task must be allowed to, from its start to its end. */
  needs: Permission
  /** The words of the reasons for which it refuses a SIM or a line. */
  reasons: Readonly<Record<string, Words>>
  /**
   * Goes on from where the task's row says it is, and returns when nothing is left or `stopped()`; who returns without having been
   * told to stop has done it all. Called again, on any node, when a node died, and after a failure of the database that passes.
   * Each step is one transaction that also writes how far it is, and keeps other nodes' steps out before it looks how far that was: a
   * node that lost its lock may still be in one. Throws `TaskFailure` for what no second try mends.
   */
  run: (run: TaskRun) => Promise<void>
}

/** The words for a reason, for a person; null for what was done. */
export type SayReason = (reason: string | null) => string | null

/** The task cannot be done: it ends as `failed`, for this reason. */
export class TaskFailure extends Error {
  readonly code: ErrorCode

  constructor(code: ErrorCode) {
    super(`the task failed: ${code}`)
    this.name = 'TaskFailure'
    this.code = code
  }
}
