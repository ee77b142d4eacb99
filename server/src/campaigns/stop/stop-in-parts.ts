import type { Db } from '../../platform/db/database.ts'
import type { Publish } from '../../platform/events/changes.ts'
import type { Job } from '../../platform/jobs/job.ts'
import { enqueue, type Queue } from '../../platform/jobs/queue.ts'
import { closeFinishedCampaigns } from '../campaigns.ts'
import { nextSimsOf } from '../progress-queries.ts'
import { cancelReady } from './cancel-ready.ts'
import { campaignsToSweep, lockCancellableSims } from './queries.ts'

/** SIMs per part. The part locks those with a Ready OTA, so the POLL of a SIM waits for one part at most. */
const simsAtOnce = 1_000
const firstRetryMs = 500
const lastRetryMs = 30_000
const sweepMs = 5_000
const queueName = 'campaign stops'

type Dependencies = { db: Db; publish: Publish }

/** Queues the cancelling of the Ready OTAs of a stopped campaign, which a node begins as soon as the transaction commits. */
export const cancelLater = (trx: Db, campaignId: number): Promise<void> => enqueue(trx, queueName, campaignId)

/** Cancels the Ready OTAs of stopped campaigns, one transaction per part. A repetition after the death of a node cancels what is left. */
export function campaignStops({ db, publish }: Dependencies): Queue {
  /** Cancels the OTAs of the SIMs after the given one, and returns the last of them; null if there are no more. */
  async function doPart(campaignId: number, after: number) {
    const part = await nextSimsOf(db, campaignId, after, simsAtOnce)
    if (part.length === 0) return null
    const { simIds, jobIds } = await db.transaction().execute(async (trx) => {
      await lockCancellableSims(trx, campaignId, part)
      return cancelReady(trx, { campaignId, simIds: part, halfReplaced: false })
    })
    if (simIds.length > 0) publish({ sims: simIds, jobs: jobIds, campaigns: [campaignId] })
    return part.at(-1) ?? null
  }

  return {
    name: queueName,
    title: { ja: '停止した配信の待機中のSIMの取り消し', en: 'Cancelling of SIMs of stopped campaigns' },
    atOnce: 1,
    retryMs: (attempt) => Math.min(firstRetryMs * 2 ** (attempt - 1), lastRetryMs),
    async run({ key, signal }) {
      for (let after: number | null = 0; after !== null; after = await doPart(key, after)) signal.throwIfAborted()
      await closeFinishedCampaigns(db, [key])
      // A device port that still expects OTAs of these SIMs finds none in the database at their next POLL.
      publish({ campaigns: [key], rereadSims: 'all' })
    },
  }
}

/** Queues stopped campaigns again in which an OTA is Ready that cannot start, such as an install whose removal failed after the stop. */
export function stopSweep({ db }: Dependencies): Job {
  return {
    name: 'campaign stop sweep',
    title: { ja: '停止した配信の確認', en: 'Check of stopped campaigns' },
    everyMs: sweepMs,
    on: ['jobs'],
    onOneNode: true,
    async run() {
      for (const id of await campaignsToSweep(db)) await db.transaction().execute((trx) => cancelLater(trx, id))
    },
  }
}
