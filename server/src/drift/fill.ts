import type { Db } from '../platform/db/database.ts'
import type { Foreground } from '../platform/foreground.ts'
import type { Publish } from '../platform/events/changes.ts'
import type { Queue } from '../platform/jobs/queue.ts'
import { refreshDifferences } from '../packages/content/refresh.ts'
import { lockInventories } from './queries.ts'

/** SIMs per part. The part locks them, so the POLL of a SIM waits for one part at most. */
const simsAtOnce = 100
/** The longest time that a part waits for requests of consoles to be answered. */
const maxYieldMs = 250
const firstRetryMs = 500
const lastRetryMs = 30_000

/** Compares the content lists that an earlier version stored, one transaction per part, and lets requests go first. */
export function inventoryComparison({ db, publish, foreground }: { db: Db; publish: Publish; foreground: Foreground }): Queue {
  /** Compares the SIMs after the given one, and returns the last of them; null if there are no more. */
  async function doPart(after: number): Promise<number | null> {
    await foreground.untilQuiet(maxYieldMs)
    const simIds = await db.transaction().execute(async (trx) => {
      const ids = await lockInventories(trx, after, simsAtOnce)
      for (const id of ids) await refreshDifferences(trx, id)
      return ids
    })
    publish({ drift: simIds.slice(0, 1) })
    return simIds.at(-1) ?? null
  }

  return {
    name: 'inventories',
    title: { ja: '保存済みのカードの内容の比較', en: 'Comparison of stored card contents' },
    atOnce: 1,
    retryMs: (attempt) => Math.min(firstRetryMs * 2 ** (attempt - 1), lastRetryMs),
    async run({ signal }) {
      for (let after: number | null = 0; after !== null; after = await doPart(after)) signal.throwIfAborted()
    },
  }
}
