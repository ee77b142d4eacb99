import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type Db, isTransient } from '../platform/db/database.ts'
import type { TaskRow } from './tables.ts'
import type { Publish } from '../platform/events/changes.ts'
import { beginTask, endTask, selectStanding, type TaskEnd, writeDone } from './queries.ts'
import { TaskFailure, type TaskWork } from './task-kind.ts'

const tellEveryMs = 1_000
const firstRetryMs = 500
const lastRetryMs = 30_000

/** The execution of one task on this node, until the task ends or is left to another node. */
export class TaskGo {
  readonly #db: Db
  readonly #publish: Publish
  readonly #log: Logger
  readonly #id: number
  readonly #work: TaskWork
  readonly #leaving = new AbortController()
  #stop: 'cancelled' | 'noPermission' | 'left' | null = null
  #checking: Promise<void> | null = null
  #done = 0
  #telling: NodeJS.Timeout | undefined

  constructor(parts: { db: Db; publish: Publish; log: Logger }, id: number, work: TaskWork) {
    this.#db = parts.db
    this.#publish = parts.publish
    this.#log = parts.log
    this.#id = id
    this.#work = work
  }

  /** Runs the task. Never throws: a permanent failure ends the task as failed, a temporary one is tried again. */
  async run(): Promise<void> {
    for (let retryMs = firstRetryMs; this.#stop !== 'left'; retryMs = Math.min(retryMs * 2, lastRetryMs)) {
      try {
        await this.#attempt()
        break
      } catch (error) {
        this.#log.warn({ taskId: this.#id, errorName: (error as Error).name }, 'a task was interrupted and is tried again')
        // The wait is aborted when the node leaves the task.
        await wait(retryMs, undefined, { signal: this.#leaving.signal }).catch(() => undefined)
      }
    }
    clearTimeout(this.#telling)
    await this.#checking
    this.#publish({ tasks: [this.#id] })
  }

  /** Checks if the task may go on. */
  check(): Promise<void> {
    this.#checking ??= this.#look()
      .catch(this.#logFailure('what a task may do could not be looked up'))
      .finally(() => (this.#checking = null))
    return this.#checking
  }

  /** Makes the task stop at its next step, so that another node can go on. */
  leave(): void {
    this.#stop ??= 'left'
    this.#leaving.abort()
  }

  async #look(): Promise<void> {
    const standing = await selectStanding(this.#db, this.#id, this.#work.needs)
    if (standing?.state === 'cancelling') this.#stop ??= 'cancelled'
    else if (standing?.state !== 'running') this.#stop ??= 'left'
    else if (!standing.allowed) this.#stop ??= 'noPermission'
  }

  async #attempt(): Promise<void> {
    const task = await beginTask(this.#db, this.#id)
    if (!task) return
    this.#publish({ tasks: [this.#id] })
    await this.#look()
    const end = await this.#outcome(task)
    clearTimeout(this.#telling)
    if (end) await endTask(this.#db, this.#id, end)
  }

  /** The end of the task; null if it is left to another node. Throws temporary failures. */
  async #outcome(task: TaskRow): Promise<TaskEnd | null> {
    let told = this.#stop !== null
    const stopped = () => (told ||= this.#stop !== null)
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
    return this.#stop === 'noPermission' ? { state: 'failed', failure: 'noPermission' } : null
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
