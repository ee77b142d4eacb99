import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import type { CountedFilter, ValueCount } from '@simdeck/contract/sim-counts.ts'
import type { SimFilter } from '@simdeck/contract/sims.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { Answer, Figures, PageQuestion, QuestionName, Questions, Report, WorkerOptions } from './messages.ts'
import { hasSims } from './queries.ts'

export type FleetIndexOptions = {
  db: Db
  databaseUrl: string
  log: Logger
  metrics: Metrics
  /** The number of SIMs from which the node keeps the index. */
  from: number
}

/** An answer of the index. If `asOf` is given, changes after that time may be missing. */
export type Indexed<Found> = Found & { asOf?: Date }

const noFigures: Figures = { sims: 0, bytes: 0, lagMs: 0 }

type Waiting = (answer: Answer | null) => void

/**
 * The index of the SIM list in the memory of a thread of this node. It answers every filter, order and page. An answer is null while the
 * index is not loaded or the database is not available. It is also null for small fleets, since PostgreSQL is fast enough for these.
 */
export class FleetIndex {
  readonly #options: FleetIndexOptions
  #worker: Worker | null = null
  #isLoaded = false
  #isFailing = false
  #lastId = 0
  readonly #waiting = new Map<number, Waiting>()
  #figures = noFigures
  #mismatches = 0
  #failures = 0
  #isClosed = false

  constructor(options: FleetIndexOptions) {
    this.#options = options
    const { metrics } = options
    metrics.measure('simdeck_fleet_index_sims', 'SIMs in the index of the SIM list', () => this.#figures.sims)
    metrics.measure('simdeck_fleet_index_bytes', 'Memory of the index of the SIM list', () => this.#figures.bytes)
    metrics.measure(
      'simdeck_fleet_index_lag_seconds',
      'Time since the index of the SIM list included every change',
      () => this.#figures.lagMs / 1000,
    )
    metrics.measure(
      'simdeck_fleet_index_failures',
      'Questions to the index that PostgreSQL answered because it failed',
      () => this.#failures,
    )
    metrics.measure('simdeck_fleet_index_mismatches', 'SIMs that a check of the index found wrong and corrected', () => this.#mismatches)
  }

  /** The ids of a page, and the number of SIMs that match. */
  async page(question: PageQuestion): Promise<Indexed<{ ids: number[]; total: number }> | null> {
    const found = await this.#ask('page', question)
    return found && { ...found.answer, ...(found.asOf && { asOf: found.asOf }) }
  }

  /** The ids of the SIMs that fit a typed text best. */
  async find(typed: string, take: number): Promise<number[] | null> {
    return (await this.#ask('find', { typed, take }))?.answer ?? null
  }

  /** The number of matching SIMs for each value of the filter `of`, most frequent values first. */
  async values(filter: SimFilter, of: CountedFilter, most: number): Promise<ValueCount[] | null> {
    return (await this.#ask('values', { filter, of, most }))?.answer ?? null
  }

  /**
   * The numbers of matching SIMs by the time of their last poll. The ascending `times` divide the polls: the first number is of those
   * before the first time, the next ones are of those from each time on, the last is of the SIMs that never polled.
   */
  async polls(filter: SimFilter, times: readonly Date[]): Promise<number[] | null> {
    return (await this.#ask('polls', { filter, times: times.map((time) => time.getTime() * 1000) }))?.answer ?? null
  }

  /**
   * Starts the index if the fleet is large enough. If the index runs already, compares a part of it with the database. It throws while the
   * thread cannot read the database.
   */
  async check(): Promise<void> {
    if (this.#isClosed) return
    if (!this.#worker) {
      if (await hasSims(this.#options.db, this.#options.from)) this.#start()
      return
    }
    if (this.#isFailing) throw new Error('the index of the SIM list cannot follow the database')
    const differed = (await this.#ask('check', {}))?.answer ?? 0
    this.#mismatches += differed
    if (differed > 0) this.#options.log.error({ sims: differed }, 'the index of the SIM list differed from the database')
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#worker?.terminate()
  }

  #start(): void {
    const { databaseUrl, log } = this.#options
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      name: 'fleet-index',
      workerData: { databaseUrl } satisfies WorkerOptions,
      // Reading all SIMs leaves garbage, whose memory V8 would keep without limits. The index itself is outside the heap.
      resourceLimits: { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 512 },
    })
    worker.on('message', (message: Answer | Report) => {
      if ('id' in message) this.#answer(message)
      else if ('loadedMs' in message) {
        this.#isLoaded = true
        log.info({ ms: message.loadedMs }, 'the index of the SIM list is loaded')
      } else if ('figures' in message) this.#figures = message.figures
      else {
        this.#isFailing = message.failed !== null
        if (message.failed === null) log.info('the index of the SIM list follows the database again')
        else log.warn({ errorName: message.failed }, 'the index of the SIM list cannot follow the database')
      }
    })
    worker.on('error', (error: Error) => log.error({ errorName: error.name }, 'the index of the SIM list failed'))
    worker.once('exit', () => this.#ended())
    this.#worker = worker
  }

  /** Questions without an answer go to the database; the next check starts the index again. */
  #ended(): void {
    this.#worker = null
    this.#isLoaded = false
    this.#isFailing = false
    this.#figures = noFigures
    for (const answer of this.#waiting.values()) answer(null)
    this.#waiting.clear()
  }

  #answer(answer: Answer): void {
    this.#waiting.get(answer.id)?.(answer)
    this.#waiting.delete(answer.id)
  }

  async #ask<Name extends QuestionName>(
    name: Name,
    ask: Questions[Name]['ask'],
  ): Promise<{ answer: Questions[Name]['answer']; asOf: Date | null } | null> {
    const worker = this.#worker
    const { log } = this.#options
    if (!worker || !this.#isLoaded) return null
    const answer = await new Promise<Answer | null>((done) => {
      this.#lastId += 1
      this.#waiting.set(this.#lastId, done)
      worker.postMessage({ id: this.#lastId, name, ask })
    })
    if (!answer) return null
    if ('failed' in answer) {
      this.#failures += 1
      log.warn({ question: name, errorName: answer.failed }, 'the index of the SIM list gave no answer')
      return null
    }
    return answer as { answer: Questions[Name]['answer']; asOf: Date | null }
  }
}
