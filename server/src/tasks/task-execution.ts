import type { Logger } from 'pino'
import { type Db, isTransient } from '../platform/db/database.ts'
import type { TaskRow } from './tables.ts'
import type { Publish } from '../platform/events/changes.ts'
import { notifyOfEnd } from './task-notifications.ts'
import { beginTask, endTask, selectTaskState, type TaskEnd, writeDone, writeWait } from './queries.ts'
import { TaskFailure, type TaskHandler, TaskPause, TaskTurn } from './task-handler.ts'

const reportEveryMs = 1_000
/** The time that a task has before it leaves its place to others, and the time between looks for them after it. */
const turnMs = 2_000
const lookEveryMs = 500

type Dependencies = { db: Db; publish: Publish; log: Logger; signal: AbortSignal; isAwaited: () => Promise<boolean> }

/** One attempt at a task on this node, until the task ends, fails temporarily or is left to another node. */
export class TaskExecution {
  readonly #db: Db
  readonly #publish: Publish
  readonly #log: Logger
  readonly #id: number
  readonly #handler: TaskHandler
  /** Aborted when this node leaves the task. The task stops at its next step, and another node can continue it. */
  readonly #signal: AbortSignal
  #stop: 'cancelled' | 'noPermission' | 'ended' | null = null
  #checking: Promise<void> | null = null
  #done = 0
  #reportTimer: NodeJS.Timeout | undefined
  /** True if another task waits for a place. */
  readonly #isAwaited: () => Promise<boolean>
  #turnEndsAt = performance.now() + turnMs

  constructor(dependencies: Dependencies, id: number, handler: TaskHandler) {
    this.#db = dependencies.db
    this.#publish = dependencies.publish
    this.#log = dependencies.log
    this.#signal = dependencies.signal
    this.#isAwaited = dependencies.isAwaited
    this.#id = id
    this.#handler = handler
  }

  /** Runs the task. True once it has ended, false if it left its place to others; a rejection means that it has to be run again. */
  async run(): Promise<boolean> {
    try {
      return await this.#attempt()
    } finally {
      clearTimeout(this.#reportTimer)
      await this.#checking
      this.#publish({ tasks: [this.#id] })
    }
  }

  /** Checks if the task may continue. */
  check(): Promise<void> {
    this.#checking ??= this.#checkState()
      .catch(this.#logFailure('the state of a task could not be read'))
      .finally(() => (this.#checking = null))
    return this.#checking
  }

  async #checkState(): Promise<void> {
    const current = await selectTaskState(this.#db, this.#id, this.#handler.needs)
    if (current?.state === 'cancelling') this.#stop ??= 'cancelled'
    // A check may read the row before this execution has begun the task.
    else if (current?.state !== 'running' && current?.state !== 'waiting') this.#stop ??= 'ended'
    else if (!current.allowed) this.#stop ??= 'noPermission'
  }

  async #attempt(): Promise<boolean> {
    const task = await beginTask(this.#db, this.#id)
    if (!task) return true
    this.#publish({ tasks: [this.#id] })
    await this.#checkState()
    const end = await this.#outcome(task)
    clearTimeout(this.#reportTimer)
    if (end === 'left') throw new Error('the task was left to another node')
    if (end === 'turn') return false
    if (!end) return true
    await this.#db.transaction().execute(async (trx) => {
      const ended = await endTask(trx, this.#id, end)
      if (ended) await notifyOfEnd(trx, ended, end)
    })
    return true
  }

  /** The end of the task; null if its row is already in an end state. Throws temporary failures. */
  async #outcome(task: TaskRow): Promise<TaskEnd | 'left' | 'turn' | null> {
    const stops = () => this.#stop !== null || this.#signal.aborted
    let hasStopped = stops()
    const stopped = () => (hasStopped ||= stops())
    try {
      const recheck = () => this.#checkState()
      if (!hasStopped) await this.#handler.run({ task, stopped, recheck, giveWay: this.#giveWay, reportDone: this.#reportDone })
    } catch (error) {
      if (error instanceof TaskTurn) return 'turn'
      if (error instanceof TaskFailure) return { state: 'failed', failure: error.code }
      if (error instanceof TaskPause) await writeWait(this.#db, this.#id, error.waitsFor)
      if (isTransient(error) || error instanceof TaskPause) throw error
      this.#log.warn({ taskId: this.#id, kind: task.kind, errorName: (error as Error).name }, 'a task failed')
      return { state: 'failed', failure: 'serverError' }
    }
    if (!hasStopped) return { state: 'completed', failure: null }
    if (this.#stop === 'cancelled') return { state: 'cancelled', failure: null }
    if (this.#stop === 'noPermission') return { state: 'failed', failure: 'noPermission' }
    return this.#stop === 'ended' ? null : 'left'
  }

  #giveWay = async (): Promise<void> => {
    if (performance.now() < this.#turnEndsAt) return
    if (await this.#isAwaited()) throw new TaskTurn('others wait for a place')
    this.#turnEndsAt = performance.now() + lookEveryMs
  }

  #reportDone = (done: number): void => {
    this.#done = done
    this.#reportTimer ??= setTimeout(() => {
      this.#reportTimer = undefined
      writeDone(this.#db, this.#id, this.#done)
        .then(() => this.#publish({ tasks: [this.#id] }))
        .catch(this.#logFailure('the progress of a task could not be stored'))
    }, reportEveryMs)
  }

  #logFailure = (message: string) => (error: Error) => this.#log.warn({ taskId: this.#id, errorName: error.name }, message)
}
