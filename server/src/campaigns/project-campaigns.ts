import type { Db } from '../platform/db/database.ts'
import type { Publish } from '../platform/events/changes.ts'
import type { Foreground } from '../platform/foreground.ts'
import { enqueue, type Queue } from '../platform/jobs/queue.ts'
import { analyzeOtas, appletTypeOf, lockSims, nextSimsOf } from './progress-queries.ts'
import { projectProgress } from './progress.ts'

/** SIMs per part. The part locks them, so the POLL of a SIM waits for one part at most. */
const simsAtOnce = 500
/** The longest time that a part waits for requests of consoles to be answered. */
const maxYieldMs = 250
const firstRetryMs = 500
const lastRetryMs = 30_000
const queueName = 'campaign sims'

/** Queues the writing of a new, large campaign's progress into its SIMs, which a node does as soon as the transaction commits. */
export async function projectLater(trx: Db, campaignId: number): Promise<void> {
  await analyzeOtas(trx)
  await enqueue(trx, queueName, campaignId)
}

/**
 * Writes the progress of large campaigns into the rows of their SIMs, one transaction per part, and lets requests go first. A repetition
 * after the death of a node writes only what is missing.
 */
export function campaignProjection({ db, publish, foreground }: { db: Db; publish: Publish; foreground: Foreground }): Queue {
  /** Writes the SIMs after the given one, and returns the last of them; null if there are no more. */
  async function doPart({ campaignId, appletTypes }: { campaignId: number; appletTypes: (number | null)[] }, after: number) {
    await foreground.untilQuiet(maxYieldMs)
    const simIds = await nextSimsOf(db, campaignId, after, simsAtOnce)
    if (simIds.length === 0) return null
    await db.transaction().execute(async (trx) => {
      await lockSims(trx, simIds)
      await projectProgress(trx, { simIds, appletTypes })
    })
    publish({ sims: simIds })
    return simIds.at(-1) ?? null
  }

  return {
    name: queueName,
    title: { ja: '配信の状態のSIMへの反映', en: 'Progress of large campaigns in their SIMs' },
    atOnce: 1,
    retryMs: (attempt) => Math.min(firstRetryMs * 2 ** (attempt - 1), lastRetryMs),
    async run({ key, signal }) {
      const campaign = { campaignId: key, appletTypes: [await appletTypeOf(db, key)] }
      for (let after: number | null = 0; after !== null; after = await doPart(campaign, after)) signal.throwIfAborted()
    },
  }
}
