import { iccidToBytes } from '@simdeck/protocol/iccid.ts'
import type { Db } from '../../db/database.ts'
import { type PollEntry, PollSlots } from './poll-slots.ts'
import { pollRows, simsWithWork } from './queries.ts'

/** So many rows are read at a time: while they are put in, nothing else is answered. */
const pageSize = 2_000

/** The SIMs that may poll, by ICCID: loaded at start, kept fresh by changes and a sweep a minute (OTA protocol §5.10). */
export class PollTable {
  readonly #db: Db
  readonly #slots = new PollSlots()
  #reading: Promise<void> = Promise.resolve()

  constructor(db: Db) {
    this.#db = db
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
    const reading = this.#reading.then(() => this.#readAll())
    this.#reading = reading.catch(() => undefined)
    return reading
  }

  /** Reads these SIMs again. */
  async refresh(simIds: readonly number[]): Promise<void> {
    const rows = await pollRows(this.#db, { simIds })
    for (const row of rows) this.#slots.put(iccidToBytes(row.iccid), row)
    const found = new Set(rows.map((row) => row.simId))
    const gone = new Set(simIds.filter((simId) => !found.has(simId)))
    if (gone.size > 0) this.#slots.dropSims(gone)
  }

  /** Reads for which SIMs there is work, which a notification that was lost leaves wrong. */
  async readWork(): Promise<void> {
    this.#slots.setWork(new Set(await simsWithWork(this.#db)))
  }

  async #readAll(): Promise<void> {
    this.#slots.beginRound()
    for (let after = 0; ;) {
      const rows = await pollRows(this.#db, { after, limit: pageSize })
      for (const row of rows) this.#slots.put(iccidToBytes(row.iccid), row)
      const last = rows.at(-1)
      if (!last || rows.length < pageSize) break
      after = last.simId
    }
    this.#slots.dropUnread()
  }
}
