import type { Logger } from 'pino'
import type { Language } from '@simdeck/contract/languages.ts'
import type { Permission } from '@simdeck/contract/permissions.ts'
import type { TaskKind } from '@simdeck/contract/tasks.ts'
import { AdvisoryLocks } from '../platform/db/advisory-locks.ts'
import type { Db } from '../platform/db/database.ts'
import type { Publish, WholeChange } from '../platform/events/changes.ts'
import type { Job } from '../platform/jobs/job.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import { insertTask, selectUnderWay } from './queries.ts'
import { TaskGo } from './task-go.ts'
import type { NewTask, SayReason, TaskWork } from './task-kind.ts'

const atOnce = 2
const lookEveryMs = 3_000
const checkEveryMs = 1_000
/** Namespace of the advisory locks of tasks: `task` in ASCII. */
const lockSpace = 0x7461736b

/**
 * Runs waiting tasks, a few at a time on each node. The node that runs a task holds its lock, so that another node continues the task if
 * this one dies.
 */
export class Tasks {
  readonly #db: Db
  readonly #publish: Publish
  readonly #jobs: Jobs
  readonly #log: Logger
  readonly #locks: AdvisoryLocks
  readonly #works = new Map<TaskKind, TaskWork>()
  readonly #goes = new Map<number, { go: TaskGo; ended: Promise<void> }>()
  /** Checks whether running tasks may continue. */
  readonly checks: Job = { name: 'permissions of tasks', everyMs: checkEveryMs, on: ['jobs'], run: () => this.#check() }
  /** Starts waiting tasks, and continues those of nodes that died. */
  readonly job: Job = {
    name: 'tasks',
    everyMs: lookEveryMs,
    on: ['jobs'],
    alsoAfter: ({ tasks }) => tasks.length > 0,
    run: () => this.#look(),
  }
  #looking: Promise<void> = Promise.resolve()
  #closed = false

  constructor(options: { db: Db; databaseUrl: string; publish: Publish; jobs: Jobs; log: Logger }) {
    this.#db = options.db
    this.#publish = options.publish
    this.#jobs = options.jobs
    this.#log = options.log
    this.#locks = new AdvisoryLocks(options.databaseUrl, lockSpace, () => this.#leaveAll())
  }

  /** Number of tasks that this node runs. */
  get running(): number {
    return this.#goes.size
  }

  /** Registers the work of some kinds of tasks. */
  register(works: Partial<Record<TaskKind, TaskWork>>): void {
    for (const [kind, work] of Object.entries(works)) this.#works.set(kind as TaskKind, work)
  }

  /** Permission for starting or cancelling tasks of this kind. */
  needs(kind: TaskKind): Permission {
    const work = this.#works.get(kind)
    if (!work) throw new Error(`no work was registered for ${kind}`)
    return work.needs
  }

  /** The words for the reasons of this kind of task; null for a SIM or line without a reason. */
  reasonsOf(kind: TaskKind, language: Language): SayReason {
    const reasons = this.#works.get(kind)?.reasons ?? {}
    return (reason) => (reason === null ? null : (reasons[reason]?.[language] ?? reason))
  }

  /** Stores a task in the transaction of the caller. Publish `{ tasks: [id] }` after the commit to start it. */
  enqueue = (trx: Db, task: NewTask): Promise<number> => insertTask(trx, task)

  /** Checks the permissions of running tasks at once when members changed. Changes of API IDs and roles are found by the check every second. */
  hear = ({ tasks, people }: WholeChange): void => {
    if (tasks.length > 0 || people.length > 0) void this.#check()
  }

  /** Makes all tasks stop at their next step; another node, or this one after its next start, continues them. */
  async close(): Promise<void> {
    this.#closed = true
    // The job that looks for tasks logs its failures.
    await this.#looking.catch(() => undefined)
    this.#leaveAll()
    await Promise.all([...this.#goes.values()].map(({ ended }) => ended))
    await this.#locks.close()
  }

  async #check(): Promise<void> {
    await Promise.all([...this.#goes.values()].map(({ go }) => go.check()))
  }

  #leaveAll(): void {
    for (const { go } of this.#goes.values()) go.leave()
  }

  /** Starts waiting tasks without waiting for their end. Rejects if the tasks cannot be read. */
  #look(): Promise<void> {
    this.#looking = this.#takeUp()
    return this.#looking
  }

  async #takeUp(): Promise<void> {
    if (this.#goes.size >= atOnce || this.#works.size === 0) return
    for (const { id, kind } of await selectUnderWay(this.#db, [...this.#works.keys()], [...this.#goes.keys()])) {
      if (this.#goes.size >= atOnce || this.#closed) return
      const work = this.#works.get(kind)
      if (work && (await this.#locks.take(id))) this.#begin(id, work)
    }
  }

  #begin(id: number, work: TaskWork): void {
    const go = new TaskGo({ db: this.#db, publish: this.#publish, log: this.#log }, id, work)
    this.#goes.set(id, { go, ended: this.#end(id, go.run()) })
  }

  async #end(id: number, run: Promise<void>): Promise<void> {
    await run
    await this.#locks.release(id)
    this.#goes.delete(id)
    this.#jobs.now(this.job)
  }
}
