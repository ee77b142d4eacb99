import { toHex } from '@simdeck/protocol/bytes.ts'
import type { Db } from '../../platform/db/database.ts'
import { type KnownCertificate, selectStatuses } from './queries.ts'

/** Requests that may wait at the same time. A peer that gets no answer now asks again. */
const maxWaiting = 256

type Waiting = {
  caId: number
  serials: readonly Uint8Array[]
  done: (found: Map<string, KnownCertificate>) => void
  failed: (error: unknown) => void
}

/**
 * Reads the states of certificates with one query at a time, so that many requests leave the connections of the database to others.
 * Requests that arrive during a query share the next one.
 */
export class StatusReader {
  readonly #db: Db
  #waiting: Waiting[] = []
  #count = 0
  #isReading = false

  constructor(db: Db) {
    this.#db = db
  }

  /** The certificates of a CA with these serials, by serial in hex; null if too many requests wait already. */
  async read(caId: number, serials: readonly Uint8Array[]): Promise<Map<string, KnownCertificate> | null> {
    if (this.#count >= maxWaiting) return null
    this.#count++
    try {
      return await new Promise((done, failed) => {
        this.#waiting.push({ caId, serials, done, failed })
        if (!this.#isReading) void this.#readAll()
      })
    } finally {
      this.#count--
    }
  }

  async #readAll(): Promise<void> {
    this.#isReading = true
    while (this.#waiting.length > 0) {
      const waiting = this.#waiting
      this.#waiting = []
      try {
        const keys = waiting.flatMap(({ caId, serials }) => serials.map((serial) => ({ caId, serial })))
        const found = new Map((await selectStatuses(this.#db, keys)).map((row) => [`${row.ca_id} ${toHex(row.serial)}`, row]))
        for (const { caId, serials, done } of waiting) done(ofRequest(found, caId, serials))
      } catch (error) {
        for (const { failed } of waiting) failed(error)
      }
    }
    this.#isReading = false
  }
}

function ofRequest(found: ReadonlyMap<string, KnownCertificate>, caId: number, serials: readonly Uint8Array[]) {
  return new Map(
    serials.flatMap((serial) => {
      const row = found.get(`${caId} ${toHex(serial)}`)
      return row ? [[toHex(serial), row] as const] : []
    }),
  )
}
