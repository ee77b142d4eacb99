import type { Logger } from 'pino'
import type { Language } from '@simdeck/contract/languages.ts'
import type { Permission } from '@simdeck/contract/permissions.ts'
import type { TaskKind } from '@simdeck/contract/tasks.ts'
import { AdvisoryLocks } from '../platform/db/advisory-locks.ts'
import type { Db } from '../platform/db/database.ts'
import type { ChangeFeed } from '../platform/events/change-feed.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import { insertTask, selectUnderWay } from './queries.ts'
import { TaskGo } from './task-go.ts'
import type { NewTask, SayReason, TaskWork } from './task-kind.ts'

const atOnce = 2
const lookEveryMs = 3_000
/** Keeps the locks of tasks apart from others: `task` in ASCII. */
const lockSpace = 0x7461736b

/**
 * Does the tasks that wait, a few at a time on each node. Who does one holds its lock, so a task whose node died goes on by itself on
 * any node that is there or comes back.
 */
export class Tasks {
  readonly #db: Db
  readonly #feed: ChangeFeed
  readonly #jobs: Jobs
  readonly #log: Logger
  readonly #locks: AdvisoryLocks
  readonly #works = new Map<TaskKind, TaskWork>()
  readonly #goes = new Map<number, { go: TaskGo; ended: Promise<void> }>()
  readonly #endings: (() => void)[] = []
  /** Has the job that looks for tasks run now. */
  #lookNow: () => void = () => undefined
  #looking: Promise<void> = Promise.resolve()
  #closed = false

  constructor(options: { db: Db; databaseUrl: string; feed: ChangeFeed; jobs: Jobs; log: Logger }) {
    this.#db = options.db
    this.#feed = options.feed
    this.#jobs = options.jobs
    this.#log = options.log
    this.#locks = new AdvisoryLocks(options.databaseUrl, lockSpace, () => this.#leaveAll())
  }

  /** Tasks that this node is doing. */
  get running(): number {
    return this.#goes.size
  }

  /** Says how tasks of a kind are done; before `start`. */
  register(kind: TaskKind, work: TaskWork): void {
    this.#works.set(kind, work)
  }

  /** What who starts or cancels such a task must be allowed to. */
  needs(kind: TaskKind): Permission {
    const work = this.#works.get(kind)
    if (!work) throw new Error(`no work was registered for ${kind}`)
    return work.needs
  }

  /** Says in words why work of the kind refused a SIM or a line; null for what was done. */
  reasonsOf(kind: TaskKind, language: Language): SayReason {
    const reasons = this.#works.get(kind)?.reasons ?? {}
    return (reason) => (reason === null ? null : (reasons[reason]?.[language] ?? reason))
  }

  /** Puts a task down in the transaction of the call that asks for it. Publish `{ tasks: [id] }` after the commit: that has it begin. */
  enqueue = (trx: Db, task: NewTask): Promise<number> => insertTask(trx, task)

  /** Begins to do what waits, and what a node left behind. */
  start(): void {
    this.#lookNow = this.#jobs.every({ name: 'tasks', everyMs: lookEveryMs, run: () => this.#look() })
    this.#endings.push(
      this.#feed.onChange((change) => {
        // Who may do what changes with members; API IDs and roles are looked at every second.
        if (change.tasks.length > 0 || change.people.length > 0) for (const { go } of this.#goes.values()) void go.check()
        if (change.tasks.length > 0) this.#lookNow()
      }),
    )
  }

  /** Has everything stop at its next step; it stays for another node, or for the next start. */
  async close(): Promise<void> {
    this.#closed = true
    for (const end of this.#endings) end()
    await this.#looking.catch(() => undefined)
    this.#leaveAll()
    await Promise.all([...this.#goes.values()].map(({ ended }) => ended))
    await this.#locks.close()
  }

  #leaveAll(): void {
    for (const { go } of this.#goes.values()) go.leave()
  }

  /** Takes up tasks that wait, and does not wait for their end. Rejects when it cannot look for them. */
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
    const go = new TaskGo({ db: this.#db, publish: this.#feed.publish, log: this.#log }, id, work)
    this.#goes.set(id, { go, ended: this.#end(id, go.run()) })
  }

  async #end(id: number, run: Promise<void>): Promise<void> {
    await run
    await this.#locks.release(id)
    this.#goes.delete(id)
    this.#lookNow()
  }
}
