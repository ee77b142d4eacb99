import type { Logger } from 'pino'
import type { Db } from '../db/database.ts'
import type { Metrics } from '../metrics.ts'
import type { Job } from './job.ts'
import type { Jobs } from './jobs.ts'
import { NodeNumber } from './node-number.ts'
import type { Queue } from './queue.ts'
import { deleteOldDead, selectStates } from './queries.ts'
import { QueueRunner } from './queue-runner.ts'

const keepDeadDays = 30
const sweepMs = 60 * 60_000

/** The queues of this node. */
export class Queues {
  readonly #node: NodeNumber
  readonly #runners: readonly QueueRunner[]
  /** The jobs that claim stored work, and the job that deletes dead jobs. */
  readonly jobs: readonly Job[]

  constructor(dependencies: { db: Db; databaseUrl: string; jobs: Jobs; log: Logger; metrics: Metrics }, queues: readonly Queue[]) {
    const { db, databaseUrl, jobs, log, metrics } = dependencies
    this.#node = new NodeNumber(databaseUrl, () => {
      log.warn('the lock of this node was lost, and with it its stored work')
      for (const runner of this.#runners) runner.leaveAll()
    })
    const runNow = (job: Job) => jobs.now(job)
    this.#runners = queues.map((queue) => new QueueRunner({ db, node: this.#node, log, metrics, runNow }, queue))
    this.jobs = [
      ...this.#runners.map(({ job }) => job),
      {
        name: 'dead jobs',
        title: { ja: '失敗したままの処理の削除', en: 'Deletion of jobs that failed for good' },
        everyMs: sweepMs,
        on: ['jobs'],
        onOneNode: true,
        startsLater: true,
        run: () => deleteOldDead(db, keepDeadDays),
      },
    ]
  }

  async close(): Promise<void> {
    await Promise.all(this.#runners.map((runner) => runner.close()))
    await this.#node.close()
  }
}

/** Number of stored jobs of every queue. */
export const queueStates = selectStates
