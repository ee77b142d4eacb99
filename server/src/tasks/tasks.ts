import type { Logger } from 'pino'
import type { Language } from '@simdeck/contract/languages.ts'
import type { Permission } from '@simdeck/contract/permissions.ts'
import type { TaskKind } from '@simdeck/contract/tasks.ts'
import type { Db } from '../platform/db/database.ts'
import type { Publish, WholeChange } from '../platform/events/changes.ts'
import type { Job } from '../platform/jobs/job.ts'
import { type Attempt, enqueue, isAwaited, type Queue } from '../platform/jobs/queue.ts'
import { insertTask, selectKind } from './queries.ts'
import { TaskExecution } from './task-execution.ts'
import type { NewTask, ReasonText, TaskHandler } from './task-handler.ts'

const checkEveryMs = 1_000
const firstRetryMs = 500
const lastRetryMs = 30_000

/** Runs tasks on this node, a few at a time. Another node continues a task if the node that runs it dies. */
export class Tasks {
  readonly #db: Db
  readonly #publish: Publish
  readonly #log: Logger
  readonly #handlers = new Map<TaskKind, TaskHandler>()
  readonly #executions = new Set<TaskExecution>()
  /** Checks whether running tasks may continue. */
  readonly checks: Job = {
    name: 'permissions of tasks',
    title: { ja: '実行中の一括処理の権限と中止の確認', en: 'Checks of running tasks' },
    everyMs: checkEveryMs,
    on: ['jobs'],
    run: () => this.#check(),
  }
  /** Every failed attempt is repeated: a failure that is not temporary ends the task instead. */
  readonly queue: Queue = {
    name: 'tasks',
    title: { ja: 'インポートと一括処理', en: 'Imports and bulk changes' },
    atOnce: 2,
    retryMs: (attempt) => Math.min(firstRetryMs * 2 ** (attempt - 1), lastRetryMs),
    run: (attempt) => this.#run(attempt),
  }

  constructor(options: { db: Db; publish: Publish; log: Logger }) {
    this.#db = options.db
    this.#publish = options.publish
    this.#log = options.log
  }

  /** Number of tasks that this node runs. */
  get running(): number {
    return this.#executions.size
  }

  /** Registers the handlers of some kinds of tasks. */
  register(handlers: Partial<Record<TaskKind, TaskHandler>>): void {
    for (const [kind, handler] of Object.entries(handlers)) this.#handlers.set(kind as TaskKind, handler)
  }

  /** Permission for starting or cancelling tasks of this kind. */
  needs(kind: TaskKind): Permission {
    return this.#handlerOf(kind).needs
  }

  /** A function that returns the texts of reasons of this kind of task. */
  reasonTextOf(kind: TaskKind, language: Language): ReasonText {
    const { reasons = {}, reasonText } = this.#handlers.get(kind) ?? {}
    return (reason) => (reason === null ? null : (reasons[reason]?.[language] ?? reasonText?.(reason, language) ?? reason))
  }

  /** Stores a task in the transaction of the caller. It starts as soon as that commits, or with `start` if its file is still checked. */
  async enqueue(trx: Db, task: NewTask): Promise<number> {
    const id = await insertTask(trx, task)
    if (task.state !== 'checking') await this.start(trx, id)
    return id
  }

  /** Queues the task: a node runs it once the transaction of the caller commits. */
  start(trx: Db, id: number): Promise<void> {
    return enqueue(trx, this.queue.name, id)
  }

  /**
   * Checks the permissions of running tasks at once when members changed. Changes of API IDs and roles are found by the check every second.
   */
  onChange = ({ tasks, people }: WholeChange): void => {
    if (tasks.length > 0 || people.length > 0) void this.#check()
  }

  async #check(): Promise<void> {
    await Promise.all([...this.#executions].map((execution) => execution.check()))
  }

  async #run({ key, signal }: Attempt): ReturnType<Queue['run']> {
    const kind = await selectKind(this.#db, key)
    if (!kind) return
    const dependencies = {
      db: this.#db,
      publish: this.#publish,
      log: this.#log,
      signal,
      isAwaited: () => isAwaited(this.#db, this.queue.name),
    }
    const execution = new TaskExecution(dependencies, key, this.#handlerOf(kind))
    this.#executions.add(execution)
    try {
      // A task that left its place is queued behind the others.
      return (await execution.run()) ? undefined : (trx) => this.start(trx, key)
    } finally {
      this.#executions.delete(execution)
    }
  }

  #handlerOf(kind: TaskKind): TaskHandler {
    const handler = this.#handlers.get(kind)
    if (!handler) throw new Error(`no handler was registered for ${kind}`)
    return handler
  }
}
