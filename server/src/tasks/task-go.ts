import type { Logger } from 'pino'
import { type Db, isTransient } from '../platform/db/database.ts'
import type { TaskRow } from './tables.ts'
import type { Publish } from '../platform/events/changes.ts'
import { beginTask, endTask, selectStanding, type TaskEnd, writeDone } from './queries.ts'
import { TaskFailure, type TaskWork } from './task-kind.ts'

const tellEveryMs = 1_000

/** One attempt at a task on this node, until the task ends, fails temporarily or is left to another node. */
export class TaskGo {
  readonly #db: Db
  readonly #publish: Publish
  readonly #log: Logger
  readonly #id: number
  readonly #work: TaskWork
  /** Aborted when this node leaves the task, which stops at its next step, so that another node can go on. */
  readonly #signal: AbortSignal
  #stop: 'cancelled' | 'noPermission' | 'ended' | null = null
  #checking: Promise<void> | null = null
  #done = 0
  #telling: NodeJS.Timeout | undefined

  constructor(parts: { db: Db; publish: Publish; log: Logger; signal: AbortSignal }, id: number, work: TaskWork) {
    this.#db = parts.db
    this.#publish = parts.publish
    this.#log = parts.log
    this.#signal = parts.signal
    this.#id = id
    this.#work = work
  }

  /** Runs the task. Returns once it has ended; a rejection means that it has to be run again. */
  async run(): Promise<void> {
    try {
      await this.#attempt()
    } finally {
      clearTimeout(this.#telling)
      await this.#checking
      this.#publish({ tasks: [this.#id] })
    }
  }

  /** Checks if the task may go on. */
  check(): Promise<void> {
    this.#checking ??= this.#look()
      .catch(this.#logFailure('what a task may do could not be looked up'))
      .finally(() => (this.#checking = null))
    return this.#checking
  }

  async #look(): Promise<void> {
    const standing = await selectStanding(this.#db, this.#id, this.#work.needs)
    if (standing?.state === 'cancelling') this.#stop ??= 'cancelled'
    else if (standing?.state !== 'running') this.#stop ??= 'ended'
    else if (!standing.allowed) this.#stop ??= 'noPermission'
  }

  async #attempt(): Promise<void> {
    const task = await beginTask(this.#db, this.#id)
    if (!task) return
    this.#publish({ tasks: [this.#id] })
    await this.#look()
    const end = await this.#outcome(task)
    clearTimeout(this.#telling)
    if (end === 'left') throw new Error('the task was left to another node')
    if (end) await endTask(this.#db, this.#id, end)
  }

  /** The end of the task; null if its row says already that it ended. Throws temporary failures. */
  async #outcome(task: TaskRow): Promise<TaskEnd | 'left' | null> {
    const stops = () => this.#stop !== null || this.#signal.aborted
    let told = stops()
    const stopped = () => (told ||= stops())
    try {
      if (!told) await this.#work.run({ task, stopped, look: () => this.#look(), tellDone: this.#tellDone })
    } catch (error) {
      if (error instanceof TaskFailure) return { state: 'failed', failure: error.code }
      if (isTransient(error)) throw error
      this.#log.warn({ taskId: this.#id, kind: task.kind, errorName: (error as Error).name }, 'a task failed')
      return { state: 'failed', failure: 'serverError' }
    }
    if (!told) return { state: 'completed', failure: null }
    if (this.#stop === 'cancelled') return { state: 'cancelled', failure: null }
    if (this.#stop === 'noPermission') return { state: 'failed', failure: 'noPermission' }
    return this.#stop === 'ended' ? null : 'left'
  }

  #tellDone = (done: number): void => {
    this.#done = done
    this.#telling ??= setTimeout(() => {
      this.#telling = undefined
      writeDone(this.#db, this.#id, this.#done)
        .then(() => this.#publish({ tasks: [this.#id] }))
        .catch(this.#logFailure('the progress of a task could not be stored'))
    }, tellEveryMs)
  }

  #logFailure = (what: string) => (error: Error) => this.#log.warn({ taskId: this.#id, errorName: error.name }, what)
}
