import { iccidToBytes } from '@simdeck/protocol/iccid.ts'
import type { Db } from '../../platform/db/database.ts'
import { Sequence } from '../../platform/sequence.ts'
import { type PollEntry, PollSlots } from './poll-slots.ts'
import { type PollRow, pollRows, simsWithDueOta } from './queries.ts'

/** So many rows are read at a time: while they are put in, nothing else is answered. */
const pageSize = 2_000

/** Counters of POLLs that this node took and the database does not have yet. */
type WaitingCounters = {
  /** Writes those that wait now. */
  flush: () => Promise<void>
  /** The highest one of the key with that fingerprint that still waits; -1 for none. */
  waiting: (fingerprint: Uint8Array) => number
}

/** The SIMs that may poll, by ICCID: loaded at start, kept fresh by changes and a sweep a minute (OTA protocol §5.10). */
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

  /** Reads every SIM again, page by page; SIMs that are gone are dropped. */
  reload(): Promise<void> {
    return this.#reading.run(() => this.#readAll())
  }

  /** Reads these SIMs again, after those of earlier calls: what was read last is what counts. */
  refresh(simIds: readonly number[]): Promise<void> {
    return this.#refreshing.run(() => this.#readSome(simIds))
  }

  /** Reads for which SIMs there is work, which a notification that was lost leaves wrong. */
  async readWork(): Promise<void> {
    this.#slots.setWork(new Set(await simsWithDueOta(this.#db)))
  }

  async #readSome(simIds: readonly number[]): Promise<void> {
    const rows = await pollRows(this.#db, { simIds })
    const found = new Set(rows.map((row) => row.simId))
    const gone = new Set(simIds.filter((simId) => !found.has(simId)))
    if (gone.size > 0) this.#slots.dropSims(gone)
    await this.#putAll(rows)
  }

  /**
   * With a key that the table has not, a SIM goes on from the counter in the database. A POLL of the same key may have been taken
   * before another key came, and its counter not be written yet: it is written first, and the SIM read again.
   */
  async #putAll(rows: readonly PollRow[]): Promise<void> {
    const others: number[] = []
    for (const row of rows) {
      const iccid = iccidToBytes(row.iccid)
      if (this.#slots.holds(iccid, row)) this.#slots.put(iccid, row)
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
    // No POLL can have been taken before the first reading, so that no counter waits to be written.
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
