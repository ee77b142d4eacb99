import { iccidToBytes } from '@simdeck/protocol/iccid.ts'
import type { Db } from '../../platform/db/database.ts'
import { Sequence } from '../../platform/sequence.ts'
import { type PollEntry, PollSlots } from './poll-slots.ts'
import { type PollRow, pollRows, simsAwaitingKeys, simsOfLimited, simsWithDueOta, simsWithWaitingOta } from './queries.ts'

/** Number of rows per read. Adding them blocks the event loop. */
const pageSize = 2_000

/** Counters of POLLs that this node accepted and has not yet written to the database. */
type WaitingCounters = {
  /** Writes the waiting counters. */
  flush: () => Promise<void>
  /** The highest waiting counter of the key with that fingerprint; -1 for none. */
  waiting: (fingerprint: Uint8Array) => number
}

/**
 * The SIMs that may poll, by ICCID. They are loaded at the start and updated by changes and by a sweep every minute (OTA protocol §5.10).
 */
export class PollTable {
  readonly #db: Db
  readonly #slots = new PollSlots()
  readonly #counters: WaitingCounters
  readonly #reading = new Sequence()
  readonly #refreshing = new Sequence()
  #isFirst = true

  constructor(db: Db, counters: WaitingCounters) {
    this.#db = db
    this.#counters = counters
  }

  get size(): number {
    return this.#slots.size
  }

  /** The SIM with this EF.ICCID. */
  get(iccid: Uint8Array): PollEntry | undefined {
    return this.#slots.get(iccid)
  }

  /** Reads every SIM again, page by page; SIMs that no longer exist are removed. */
  reload(): Promise<void> {
    return this.#reading.run(() => this.#readAll())
  }

  /** Reads these SIMs again after earlier calls have ended, so that the latest read wins. */
  refresh(simIds: readonly number[]): Promise<void> {
    return this.#refreshing.run(() => this.#readSome(simIds))
  }

  /** Reads the SIMs with due OTAs, because notifications can be lost. */
  async readDueSims(): Promise<void> {
    const [due, dueAt, limited, awaiting] = await Promise.all([
      simsWithDueOta(this.#db),
      simsWithWaitingOta(this.#db),
      simsOfLimited(this.#db),
      simsAwaitingKeys(this.#db),
    ])
    this.#slots.setDueSims(new Set(due), dueAt)
    this.#slots.setAwaitingSims(new Set(awaiting))
    const limitedBy = new Map<number, number>()
    for (const { campaignId, simIds } of limited) for (const simId of simIds) limitedBy.set(simId, campaignId)
    this.#slots.setLimitedSims(limitedBy)
  }

  async #readSome(simIds: readonly number[]): Promise<void> {
    const rows = await pollRows(this.#db, { simIds })
    const found = new Set(rows.map((row) => row.simId))
    const gone = new Set(simIds.filter((simId) => !found.has(simId)))
    if (gone.size > 0) this.#slots.dropSims(gone)
    await this.#putAll(rows)
  }

  /**
   * A SIM with a key that is new to the table takes its counter from the database. If the key was in use before and a counter of it still
   * waits, that counter is written first and the SIM is read again.
   */
  async #putAll(rows: readonly PollRow[]): Promise<void> {
    const others: number[] = []
    for (const row of rows) {
      const iccid = iccidToBytes(row.iccid)
      if (this.#slots.hasKey(iccid, row)) this.#slots.put(iccid, row)
      else others.push(row.simId)
    }
    if (others.length === 0) return
    await this.#counters.flush()
    for (const row of await pollRows(this.#db, { simIds: others })) this.#put(row)
  }

  #put(row: PollRow): void {
    this.#slots.put(iccidToBytes(row.iccid), { ...row, counter: Math.max(row.counter, this.#counters.waiting(row.fingerprint)) })
  }

  async #readAll(): Promise<void> {
    // No POLL can have been accepted before the first read, so no counter is waiting.
    const first = this.#isFirst
    this.#isFirst = false
    this.#slots.beginRound()
    for (let after = 0; ;) {
      const rows = await pollRows(this.#db, { after, limit: pageSize })
      if (first) for (const row of rows) this.#put(row)
      else await this.#putAll(rows)
      const last = rows.at(-1)
      if (!last || rows.length < pageSize) break
      after = last.simId
    }
    this.#slots.dropUnread()
  }
}
