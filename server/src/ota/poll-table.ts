import type { Db } from '../db/database.ts'
import { type PollRow, pollRows } from './queries.ts'

/** What a node knows of a SIM to answer its idle polls without the database. Keys are sealed. */
export type PollEntry = Omit<PollRow, 'iccid'> & {
  /** When an idle poll of this SIM was last written to the raw log. */
  idleLoggedAtMs: number
}

const pageSize = 20_000

/** The SIMs that may poll, by ICCID: loaded at start, kept fresh by changes and a sweep a minute (OTA protocol §5.10). */
export class PollTable {
  readonly #db: Db
  readonly #byIccid = new Map<string, PollEntry>()
  readonly #iccidById = new Map<number, string>()

  constructor(db: Db) {
    this.#db = db
  }

  get size(): number {
    return this.#byIccid.size
  }

  get(iccid: string): PollEntry | undefined {
    return this.#byIccid.get(iccid)
  }

  /** Reads every SIM again, page by page; rows that are gone are dropped. */
  async reload(): Promise<void> {
    const seen = new Set<number>()
    for (let after = 0; ;) {
      const rows = await pollRows(this.#db, { after, limit: pageSize })
      for (const row of rows) {
        this.#put(row)
        seen.add(row.simId)
      }
      const last = rows.at(-1)
      if (!last || rows.length < pageSize) break
      after = last.simId
    }
    for (const simId of this.#iccidById.keys()) if (!seen.has(simId)) this.#drop(simId)
  }

  /** Reads these SIMs again. */
  async refresh(simIds: readonly number[]): Promise<void> {
    const rows = await pollRows(this.#db, { simIds })
    const found = new Set(rows.map((row) => row.simId))
    for (const row of rows) this.#put(row)
    for (const simId of simIds) if (!found.has(simId)) this.#drop(simId)
  }

  #put({ iccid, ...entry }: PollRow): void {
    const known = this.#byIccid.get(iccid)
    if (known) Object.assign(known, entry, { counter: Math.max(known.counter, entry.counter) })
    else this.#byIccid.set(iccid, { ...entry, idleLoggedAtMs: 0 })
    this.#iccidById.set(entry.simId, iccid)
  }

  #drop(simId: number): void {
    const iccid = this.#iccidById.get(simId)
    if (iccid !== undefined) this.#byIccid.delete(iccid)
    this.#iccidById.delete(simId)
  }
}
