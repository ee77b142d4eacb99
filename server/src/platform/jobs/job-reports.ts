import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import type { Db } from '../db/database.ts'
import type { Job, JobRun } from './job.ts'
import { deleteRunsOf, selectRuns, writeRuns } from './queries.ts'

const reportEveryMs = 10_000
/** The rows of a node that has not reported for this time are deleted. */
const silentMinutes = 10

type Last = JobRun & { job: Job; failures: number }

/** The last run of each job of this node, kept in memory and stored every ten seconds, so that frequent jobs cause few writes. */
export class JobReports {
  readonly #db: Db
  readonly #node = `${hostname()}-${randomBytes(2).toString('hex')}`
  readonly #last = new Map<string, Last>()
  readonly #changed = new Set<string>()
  /** Stores the reports. */
  readonly job: Job = {
    name: 'job reports',
    title: { ja: '定期処理の実行記録', en: 'Records of these jobs' },
    everyMs: reportEveryMs,
    run: () => this.write(),
  }

  constructor(db: Db) {
    this.#db = db
  }

  record(job: Job, run: JobRun): void {
    const failures = run.error === null ? 0 : (this.#last.get(job.name)?.failures ?? 0) + 1
    this.#last.set(job.name, { ...run, job, failures })
    this.#changed.add(job.name)
  }

  async write(): Promise<void> {
    const names = [...this.#changed]
    this.#changed.clear()
    const runs = names.flatMap((name) => this.#last.get(name) ?? [])
    try {
      await writeRuns(this.#db, runs.map(this.#row), silentMinutes)
    } catch (error) {
      for (const name of names) this.#changed.add(name)
      throw error
    }
  }

  /** Deletes the rows of this node when the node stops. */
  async close(): Promise<void> {
    await deleteRunsOf(this.#db, this.#node)
  }

  #row = ({ job, startedAt, durationMs, error, failures }: Last) => ({
    name: job.name,
    title: JSON.stringify(job.title),
    node: this.#node,
    every_ms: job.everyMs,
    started_at: startedAt,
    duration_ms: durationMs,
    outcome: error === null ? ('succeeded' as const) : ('failed' as const),
    failures,
    error,
    next_at: new Date(startedAt.getTime() + Math.max(job.everyMs, durationMs)),
  })
}

/** The last run of every job on every node. */
export const lastRuns = selectRuns
