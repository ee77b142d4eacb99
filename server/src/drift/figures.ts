import { setTimeout } from 'node:timers/promises'
import { differenceKinds, type DriftFigures } from '@simdeck/contract/drift.ts'
import type { Db } from '../platform/db/database.ts'
import { countFleet } from './queries.ts'

const leastRestMs = 200
/** Counting takes at most a tenth of the time of one connection. */
const restFactor = 9
/** The age of figures without a known change, because SIMs are added and deleted without one. */
const maxAgeMs = 5_000

/** The figures of the fleet, counted once for all who ask, and after each change, with a rest between two counts. */
export class FleetCounter {
  readonly #db: Db
  #counted: Promise<DriftFigures> | null = null
  #next: Promise<DriftFigures> | null = null
  #isStale = false
  #restsUntil = 0
  #oldAt = 0

  constructor(db: Db) {
    this.#db = db
  }

  /** Figures that were counted before now are no longer given. */
  changed(): void {
    this.#isStale = true
  }

  figures(): Promise<DriftFigures> {
    if (this.#counted && !this.#isStale && performance.now() < this.#oldAt) return this.#counted
    this.#next ??= this.#countNext()
    return this.#next
  }

  async #countNext(): Promise<DriftFigures> {
    await setTimeout(Math.max(0, this.#restsUntil - performance.now()))
    this.#next = null
    this.#isStale = false
    this.#oldAt = Infinity
    const startedAt = performance.now()
    this.#counted = this.#count()
    try {
      return await this.#counted
    } catch (error) {
      this.#isStale = true
      throw error
    } finally {
      const now = performance.now()
      this.#restsUntil = now + Math.max(leastRestMs, restFactor * (now - startedAt))
      this.#oldAt = Math.max(this.#restsUntil, now + maxAgeMs)
    }
  }

  async #count(): Promise<DriftFigures> {
    const { sims, read, kinds, unread_differing: unreadDiffering, last_read_at: lastReadAt } = await countFleet(this.#db)
    const counts = Object.fromEntries(differenceKinds.map((kind) => [kind, kinds[kind] ?? 0])) as DriftFigures['kinds']
    const differing = differenceKinds.reduce((sum, kind) => sum + counts[kind], 0)
    return { sims, same: read - (differing - unreadDiffering), unread: sims - read - unreadDiffering, kinds: counts, lastReadAt }
  }
}
