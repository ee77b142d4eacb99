import type { Logger } from 'pino'
import type { CountedFilter, ValueCount } from '@simdeck/contract/sim-counts.ts'
import type { SimFilter } from '@simdeck/contract/sims.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Metrics } from '../../platform/metrics.ts'
import { type Clock, IndexThread, systemClock } from './index-thread.ts'
import type { PageQuestion, QuestionName, Questions } from './messages.ts'
import type { MapCount, MapGrid } from '../sql/map-grid.ts'
import type { CodedField, Share } from '../sql/shares.ts'
import { hasSims } from './queries.ts'
import { type Asker, QuestionQueue } from './question-queue.ts'

export type FleetIndexOptions = {
  db: Db
  databaseUrl: string
  log: Logger
  metrics: Metrics
  /** The number of SIMs from which the node keeps the index. */
  from: number
  clock?: Clock
  /** The code of the thread. */
  threadFile?: URL
}

/** An answer of the index. If `asOf` is given, changes after that time may be missing. */
export type Indexed<Found> = Found & { asOf?: Date }

/** The console sends up to four questions at once; two of them share one pull of changes. */
const limits = { atOnce: 8, perAsker: 2, waitingPerAsker: 32 }

/** The check is an asker of its own, so it waits for its turn only. */
const checker: Asker = { key: 'check', gone: new AbortController().signal }

/**
 * The index of the SIM list in the memory of a thread of this node. It answers every filter, order and page. An answer is null while the
 * index is not loaded, its thread does not answer or the database is not available. It is also null for small fleets, since PostgreSQL is
 * fast enough for these. Askers take turns; a question is refused with `ApiError('tooManyRequests')` if too many of its asker wait.
 */
export class FleetIndex {
  readonly #options: FleetIndexOptions
  readonly #clock: Clock
  readonly #queue = new QuestionQueue(limits)
  #thread: IndexThread | null = null
  #mismatches = 0
  #failures = 0
  /** False from the first question that failed until the next one that is answered. */
  #isAnswering = true
  #isClosed = false

  constructor(options: FleetIndexOptions) {
    this.#options = options
    this.#clock = options.clock ?? systemClock
    const { metrics } = options
    metrics.measure('simdeck_fleet_index_sims', 'SIMs in the index of the SIM list', () => this.#thread?.figures.sims ?? 0)
    metrics.measure('simdeck_fleet_index_bytes', 'Memory of the index of the SIM list', () => this.#thread?.figures.bytes ?? 0)
    metrics.measure(
      'simdeck_fleet_index_lag_seconds',
      'Time since the index of the SIM list included every change',
      () => (this.#thread?.figures.lagMs ?? 0) / 1000,
    )
    metrics.measure(
      'simdeck_fleet_index_waiting',
      'Questions to the index of the SIM list that wait for their turn',
      () => this.#queue.waiting,
    )
    metrics.measure(
      'simdeck_fleet_index_failures',
      'Questions to the index that PostgreSQL answered because it failed',
      () => this.#failures,
    )
    metrics.measure('simdeck_fleet_index_mismatches', 'SIMs that a check of the index found wrong and corrected', () => this.#mismatches)
  }

  /** The ids of a page, and the number of SIMs that match. */
  async page(question: PageQuestion, asker: Asker): Promise<Indexed<{ ids: number[]; total: number }> | null> {
    const found = await this.#ask('page', question, asker)
    return found && { ...found.answer, ...(found.asOf && { asOf: found.asOf }) }
  }

  /** The ids of the SIMs that fit a typed text best. */
  async find(typed: string, take: number, asker: Asker): Promise<number[] | null> {
    return (await this.#ask('find', { typed, take }, asker))?.answer ?? null
  }

  /** The number of matching SIMs for each value of the filter `of`, most frequent values first, for up to `max` values. */
  async values(question: { filter: SimFilter; of: CountedFilter; max: number }, asker: Asker): Promise<ValueCount[] | null> {
    return (await this.#ask('values', question, asker))?.answer ?? null
  }

  /**
   * The numbers of matching SIMs by the time of their last poll. The ascending `times` divide the polls: the first number is of those
   * before the first time, the next ones are of those from each time on, the last is of the SIMs that never polled.
   */
  async polls(filter: SimFilter, times: readonly Date[], asker: Asker): Promise<number[] | null> {
    return (await this.#ask('polls', { filter, times: times.map((time) => time.getTime() * 1000) }, asker))?.answer ?? null
  }

  /**
   * The numbers of SIMs of the first of these filters, as many as the thread counts in `ms`, and at least one. If `asOf` is given, changes
   * after that time may be missing.
   */
  async counts(filters: readonly SimFilter[], ms: number, asker: Asker): Promise<Indexed<{ counts: number[] }> | null> {
    const found = await this.#ask('counts', { filters, ms }, asker)
    return found && { counts: found.answer, ...(found.asOf && { asOf: found.asOf }) }
  }

  /** The number of matching SIMs for each combination of values of the fields `of`, in no order. */
  async shares(question: { filter: SimFilter; of: readonly CodedField[] }, asker: Asker): Promise<Share[] | null> {
    return (await this.#ask('shares', question, asker))?.answer ?? null
  }

  /**
   * The numbers of matching SIMs by their RSRP. The first numbers are of those from each of the descending `starts` on, the next one is of
   * weaker ones, the last of the SIMs without a value.
   */
  async signals(question: { filter: SimFilter; starts: readonly number[] }, asker: Asker): Promise<number[] | null> {
    return (await this.#ask('signals', question, asker))?.answer ?? null
  }

  /** The matching SIMs by the squares of a map. */
  async map(question: { filter: SimFilter; grid: MapGrid }, asker: Asker): Promise<MapCount | null> {
    return (await this.#ask('map', question, asker))?.answer ?? null
  }

  /** True for a fleet of a size for which PostgreSQL does not answer in place of the index. */
  isNeeded(): Promise<boolean> {
    return hasSims(this.#options.db, this.#options.from)
  }

  /** True if the index can answer now. */
  get isReady(): boolean {
    return this.#thread?.isReady ?? false
  }

  /**
   * Starts the index if the fleet is large enough. If the index runs already, compares a part of it with the database. A thread that hangs
   * is ended; the next call starts it anew. It throws while the thread cannot read the database.
   */
  async check(): Promise<void> {
    if (this.#isClosed) return
    const thread = this.#thread
    if (!thread) {
      if (await hasSims(this.#options.db, this.#options.from)) this.#start()
      return
    }
    if (thread.isHung) {
      await thread.end()
      throw new Error('the thread of the index of the SIM list hung and was ended')
    }
    if (thread.isFailing) throw new Error('the index of the SIM list cannot follow the database')
    const differed = (await this.#ask('check', {}, checker))?.answer ?? 0
    this.#mismatches += differed
    if (differed > 0) this.#options.log.error({ sims: differed }, 'the index of the SIM list differed from the database')
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#thread?.end()
  }

  #start(): void {
    const { databaseUrl, log, threadFile: file = new URL('./worker.ts', import.meta.url) } = this.#options
    this.#thread = new IndexThread({ file, databaseUrl, log, clock: this.#clock, onEnd: () => (this.#thread = null) })
  }

  async #ask<Name extends QuestionName>(
    name: Name,
    ask: Questions[Name]['ask'],
    asker: Asker,
  ): Promise<{ answer: Questions[Name]['answer']; asOf: Date | null } | null> {
    if (!this.#thread?.isReady) return null
    return this.#queue.run(asker, async () => {
      // The thread can have ended while the question waited for its turn.
      const thread = this.#thread
      if (!thread?.isReady) return null
      const outcome = await thread.ask(name, ask)
      this.#note(name, outcome)
      return 'failed' in outcome ? null : outcome
    })
  }

  /** Counts a failure. It is logged when failures begin and when they end. */
  #note(question: QuestionName, outcome: object): void {
    const { log } = this.#options
    const failed = 'failed' in outcome ? outcome.failed : null
    if (failed !== null) this.#failures += 1
    if ((failed === null) === this.#isAnswering) return
    this.#isAnswering = failed === null
    if (this.#isAnswering) log.info('the index of the SIM list answers again')
    else log.warn({ question, errorName: failed }, 'the index of the SIM list gives no answers')
  }
}
