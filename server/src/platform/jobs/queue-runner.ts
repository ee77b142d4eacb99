import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Db } from '../db/database.ts'
import { framesOf } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import type { Job } from './job.ts'
import { kindOf } from './kind-of-error.ts'
import type { NodeNumber } from './node-number.ts'
import { type Attempt, type Queue, wakeAtCommit } from './queue.ts'
import { type Claimed, claimDue, giveBack, removeQueued, storeFailure } from './queries.ts'

/** Interval for finding jobs of nodes that died, and those whose next attempt is due. */
const claimEveryMs = 3_000
/** The wait before the outcome of an attempt is stored again. */
const storeAgainMs = 1_000

/** Counts as the error of an attempt whose node died. */
class NodeDied extends Error {
  override name = 'NodeDied'
}

export type QueueRunnerDependencies = { db: Db; node: NodeNumber; log: Logger; metrics: Metrics; runNow: (job: Job) => void }

/** Runs the jobs of one queue on this node. */
export class QueueRunner {
  readonly #dependencies: QueueRunnerDependencies
  readonly #queue: Queue
  readonly #running = new Map<number, Promise<void>>()
  /** Aborted when this node gives up the attempts that are running. */
  #leaving = new AbortController()
  #starting: Promise<unknown> = Promise.resolve()
  #closed = false
  /** Takes due jobs, without waiting for their end. */
  readonly job: Job

  constructor(dependencies: QueueRunnerDependencies, queue: Queue) {
    this.#dependencies = dependencies
    this.#queue = queue
    this.job = {
      name: queue.name,
      title: queue.title,
      everyMs: claimEveryMs,
      on: ['jobs'],
      alsoAfter: ({ queues }) => queues === 'all' || queues.includes(queue.name),
      run: () => (this.#starting = this.#startDue()),
    }
  }

  /** Gives up the running attempts: their jobs belong to other nodes. */
  leaveAll(): void {
    this.#leaving.abort()
    this.#leaving = new AbortController()
  }

  /** Takes no further job, and waits for the running attempts, which are given up after the grace period. */
  async close(): Promise<void> {
    this.#closed = true
    // `job` logs a failure of the claim.
    await this.#starting.catch(() => undefined)
    const timer = setTimeout(() => this.leaveAll(), this.#queue.graceMs ?? 0)
    await Promise.all(this.#running.values())
    clearTimeout(timer)
  }

  async #startDue(): Promise<void> {
    const { db, node, runNow } = this.#dependencies
    const free = this.#queue.atOnce - this.#running.size
    if (free <= 0 || this.#closed) return
    const own = await node.acquire()
    const claimed = await claimDue(db, this.#queue.name, own, [...this.#running.keys()], free)
    // The lock was lost during the claim: any node may claim these jobs again.
    if (!node.isOwn(own)) return
    for (const job of claimed) {
      const ended = this.#attempt(job).finally(() => {
        this.#running.delete(job.key)
        runNow(this.job)
      })
      this.#running.set(job.key, ended)
    }
  }

  async #attempt(job: Claimed): Promise<void> {
    const { signal } = this.#leaving
    if (this.#closed) return this.#store(job, (trx) => this.#giveBack(trx, job))
    const startedMs = performance.now()
    try {
      const end = await this.#run(job, { key: job.key, signal })
      this.#count('succeeded', startedMs)
      await this.#store(job, async (trx) => (await removeQueued(trx, job)) && end?.(trx))
    } catch (error) {
      if (signal.aborted) await this.#store(job, (trx) => this.#giveBack(trx, job))
      else await this.#fail(job, error as Error, startedMs)
    }
  }

  /** Runs the attempt. Rejects at once if the node of the final attempt has died. */
  #run(job: Claimed, attempt: Attempt): ReturnType<Queue['run']> {
    const died = new NodeDied()
    if (job.attempts > 1 && this.#queue.retryMs(job.attempts - 1, died) === null) return Promise.reject(died)
    return this.#queue.run(attempt)
  }

  async #fail(job: Claimed, error: Error, startedMs: number): Promise<void> {
    const waitMs = this.#queue.retryMs(job.attempts, error)
    const { key, attempts } = job
    const line = { work: this.#queue.name, key, attempts, triedAgain: waitMs !== null, errorName: error.name, stack: framesOf(error) }
    this.#dependencies.log.warn(line, 'stored work failed')
    this.#count(waitMs === null ? 'dead' : 'failed', startedMs)
    await this.#store(job, async (trx) => {
      if (await storeFailure(trx, job, kindOf(error), waitMs)) await this.#queue.onFailure?.(trx, key, { error, dead: waitMs === null })
    })
    if (waitMs !== null && waitMs < claimEveryMs) this.#runAfter(performance.now() + waitMs)
  }

  /**
   * Claims due jobs at that time. The time is checked when the timer fires, because a timer that is set at the end of a long turn of the
   * event loop fires early by the length of that turn.
   */
  #runAfter(dueMs: number): void {
    const leftMs = Math.ceil(dueMs - performance.now())
    if (leftMs <= 0) this.#dependencies.runNow(this.job)
    else setTimeout(() => this.#runAfter(dueMs), leftMs).unref()
  }

  async #giveBack(trx: Db, job: Claimed): Promise<void> {
    await giveBack(trx, job)
    await wakeAtCommit(trx, job.queue)
  }

  /** Stores an outcome. Repeats this while it fails and the job is claimed by this node, because no other node would take the job. */
  async #store(job: Claimed, outcome: (trx: Db) => Promise<unknown>): Promise<void> {
    while (this.#dependencies.node.isOwn(job.node)) {
      try {
        await this.#dependencies.db.transaction().execute(outcome)
        return
      } catch (error) {
        this.#dependencies.log.warn(
          { work: job.queue, key: job.key, errorName: (error as Error).name },
          'the outcome of stored work was not stored',
        )
        // A node that stops releases its number, so that another node takes the job.
        if (this.#closed) return
        await wait(storeAgainMs)
      }
    }
  }

  #count(outcome: 'succeeded' | 'failed' | 'dead', startedMs: number): void {
    this.#dependencies.metrics.queuedRuns.inc({ work: this.#queue.name, outcome })
    this.#dependencies.metrics.queuedSeconds.observe({ work: this.#queue.name }, (performance.now() - startedMs) / 1000)
  }
}
