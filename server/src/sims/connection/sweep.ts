import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '../../platform/db/database.ts'
import {
  runOnOneNode,
  type LastPoll,
  highestSimId,
  onlineSinceNow,
  simsPolled,
  simsWithOutdatedConnection,
  simsPastSession,
  updateConnections,
} from './queries.ts'

const simsAtOnce = 1_000
const idsAtOnce = 50_000
/** Maximum of SIMs whose change is published; after a change of the online term nearly all may change. */
const maxPublished = 10_000
/** Maximum delay between the time of a poll and the commit that makes it visible. */
const lateMs = 30_000

/**
 * Updates the stored connection, by which lists are filtered and sorted, of SIMs whose session has ended or that were silent for the online
 * term. The first run, and the run after `checkAll`, checks all SIMs; other runs check those that became silent since the last run.
 */
export class ConnectionSweep {
  readonly #db: Db
  readonly #onChanged: (simIds: readonly number[]) => void
  #since: Date | null = null
  #published = 0

  constructor(db: Db, onChanged: (simIds: readonly number[]) => void) {
    this.#db = db
    this.#onChanged = onChanged
  }

  checkAll(): void {
    this.#since = null
  }

  /** Checks once; does nothing while another node does. */
  async run(): Promise<void> {
    await runOnOneNode(this.#db, async (db) => {
      this.#published = 0
      const since = this.#since
      const now = await onlineSinceNow(db)
      this.#since = new Date(now.getTime() - lateMs)
      try {
        if (since) await this.#silent(db, since, now)
        else await this.#all(db)
        for (let full = true; full;) {
          const simIds = await simsPastSession(db, simsAtOnce)
          const changed = await this.#update(db, simIds)
          full = simIds.length === simsAtOnce && changed > 0
        }
      } catch (error) {
        this.#since = null
        throw error
      }
    })
  }

  async #silent(db: Db, since: Date, now: Date): Promise<void> {
    for (let after: LastPoll | undefined = { lastPoll: since.toISOString(), simId: 0 }; after;) {
      const polled: LastPoll[] = await simsPolled(db, { after, until: now, limit: simsAtOnce })
      await this.#update(
        db,
        polled.map(({ simId }) => simId),
      )
      after = polled.length === simsAtOnce ? polled.at(-1) : undefined
    }
  }

  async #all(db: Db): Promise<void> {
    const highest = await highestSimId(db)
    for (let after = 0; after < highest; after += idsAtOnce) {
      const outdated = await simsWithOutdatedConnection(db, { after, upTo: after + idsAtOnce })
      for (let from = 0; from < outdated.length; from += simsAtOnce) await this.#update(db, outdated.slice(from, from + simsAtOnce))
    }
  }

  async #update(db: Db, simIds: readonly number[]): Promise<number> {
    if (simIds.length === 0) return 0
    const startedAt = performance.now()
    const changed = await updateConnections(db, simIds)
    // After a long stop nearly all SIMs change: the pause leaves half of the time to other work.
    if (changed.length === simsAtOnce) await pause(performance.now() - startedAt)
    this.#published += changed.length
    if (changed.length > 0 && this.#published <= maxPublished) this.#onChanged(changed)
    return changed.length
  }
}
