import type { ConnectorFailure } from '@simdeck/contract/connectors.ts'
import type { ErrorCode } from '@simdeck/contract/errors.ts'
import type { Language, Words } from '@simdeck/contract/languages.ts'
import type { Permission } from '@simdeck/contract/permissions.ts'
import type { TaskKind } from '@simdeck/contract/tasks.ts'
import type { StoredImport, TaskRow } from './tables.ts'
import type { ApiCaller, MemberCaller } from '../platform/http/handler.ts'

/** The caller in whose name a task runs. */
export type TaskCreator = Pick<MemberCaller, 'kind' | 'memberId' | 'name'> | Pick<ApiCaller, 'kind' | 'memberId' | 'credentialId' | 'name'>

/**
 * A task to be stored, on behalf of a caller with the permission for it. It starts as waiting, unless the file of an import is still being
 * read.
 */
export type NewTask = {
  kind: TaskKind
  state?: 'checking' | 'waiting'
  title: string | null
  /** Parameters of the work, never secret. */
  params?: Record<string, unknown>
  import?: StoredImport
  selectionId?: number
  total: number
  creator: TaskCreator
}

/** One execution of a task, on the node that has its lock. */
export type TaskRun = {
  /** The row at the start of this execution. */
  task: TaskRow
  /** True once a member asked to cancel, the creator lost the permission, or the node stops. Call it between steps, and return if true. */
  stopped: () => boolean
  /** Updates `stopped` now; it is otherwise updated every second. */
  recheck: () => Promise<void>
  /** Throws `TaskTurn` if the task has run for a while and others wait for a place. Call it between steps that have stored their progress. */
  giveWay: () => Promise<void>
  /** Shows progress if the steps do not write it themselves (an import is a single transaction). Never waits for the database. */
  reportDone: (done: number) => void
}

/** The work of one kind of task. */
export type TaskHandler = {
  /** Permission that the creator of the task must have from its start to its end. */
  needs: Permission
  /** Texts of the reasons for refusing a SIM or a line. */
  reasons: Readonly<Record<string, Words>>
  /** The text of a reason that `reasons` does not have; null if it has none. */
  reasonText?: (reason: string, language: Language) => string | null
  /**
   * Continues at the progress of the task's row, and returns when nothing is left or `stopped()` is true; a return without `stopped()`
   * means that the task is complete. It is called again, on any node, after a node died or a temporary failure of the database. Each step
   * is one transaction that also writes the progress. It locks other nodes out before it reads the progress, because a node that lost its
   * lock may still run a step. Throws `TaskFailure` for permanent failures.
   */
  run: (run: TaskRun) => Promise<void>
}

/** The text of a reason; null for null: nothing was refused. */
export type ReasonText = (reason: string | null) => string | null

/** The task waits for a carrier: it is left, and continued after a while. The next step that stores progress removes the cause from its row. */
export class TaskPause extends Error {
  readonly waitsFor: ConnectorFailure

  constructor(waitsFor: ConnectorFailure) {
    super(`the task waits for a carrier: ${waitsFor}`)
    this.name = 'TaskPause'
    this.waitsFor = waitsFor
  }
}

/** The task leaves its place to others, and is continued after them. */
export class TaskTurn extends Error {
  override name = 'TaskTurn'
}

/** The task cannot be completed: it ends as `failed` with this reason. */
export class TaskFailure extends Error {
  readonly code: ErrorCode

  constructor(code: ErrorCode) {
    super(`the task failed: ${code}`)
    this.name = 'TaskFailure'
    this.code = code
  }
}
