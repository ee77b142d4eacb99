import { closeFinishedCampaigns } from '../../campaigns/campaigns.ts'
import { lockJobsBySms } from '../ota-jobs.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Publish } from '../../platform/events/changes.ts'
import type { Job } from '../../platform/jobs/job.ts'
import { type Ended, endOf, endOta } from './end-ota.ts'
import {
  cancelScripts,
  endMessage,
  lockSims,
  type OtaMessage,
  selectAnswered,
  selectDueCampaigns,
  selectPace,
  selectUnanswered,
} from './queries.ts'
import { queueScripts } from './queue-scripts.ts'

const everyMs = 1_000
/** SIMs for which one transaction makes scripts. */
const simsAtOnce = 200
/** Messages that wait to be sent at once: enough for some seconds, so that a pause holds few of them. */
const queuedSeconds = 8
const leastQueued = 100
/** The time of a run for each of its parts, after which the rest waits for the next one. */
const maxPartMs = 2_000
const endedAtOnce = 200
const together = 4

/**
 * Carries OTAs by SMS: queues the scripts of released SIMs as fast as they are sent, and ends the OTAs whose messages are answered, have
 * failed, or have waited for a day.
 */
export function otasBySmsJob({ db, publish }: { db: Db; publish: Publish }): Job {
  async function tell(simIds: readonly number[], ended: readonly Ended[]): Promise<void> {
    const all = (of: (one: Ended) => readonly number[]) => [...new Set(ended.flatMap(of))]
    publish({ sims: [...simIds], jobs: all(({ jobIds }) => jobIds), campaigns: all(({ campaignIds }) => campaignIds) })
    publish({
      campaigns: await closeFinishedCampaigns(
        db,
        all(({ endedCampaignIds }) => endedCampaignIds),
      ),
    })
  }

  async function queue(): Promise<void> {
    const campaigns = await selectDueCampaigns(db)
    if (campaigns.length === 0) return
    const perSecond = await selectPace(db)
    if (perSecond === null) return
    const most = Math.max(leastQueued, perSecond * queuedSeconds)
    const endMs = performance.now() + maxPartMs
    for (const { id, queued, room } of campaigns) {
      let left = Math.min(most - queued, room ?? most)
      while (left > 0 && performance.now() < endMs) {
        const limit = Math.min(left, simsAtOnce)
        const { simIds, ended } = await db.transaction().execute((trx) => queueScripts(trx, id, limit))
        await tell(simIds, ended)
        left -= simIds.length
        if (simIds.length < limit) break
      }
    }
  }

  async function endOne({ id, ota_id: otaId, sim_id: simId }: OtaMessage): Promise<Ended | null> {
    return db.transaction().execute(async (trx) => {
      await lockSims(trx, [simId])
      const [row] = await lockJobsBySms(trx, [otaId])
      const outcome = await endMessage(trx, id)
      return row && outcome ? endOta(trx, row, endOf(outcome)) : null
    })
  }

  async function end(select: (limit: number) => Promise<OtaMessage[]>): Promise<void> {
    const endMs = performance.now() + maxPartMs
    for (let isFull = true; isFull && performance.now() < endMs;) {
      const messages = await select(endedAtOnce)
      isFull = messages.length >= endedAtOnce
      const ended: Ended[] = []
      for (let at = 0; at < messages.length; at += together) {
        const some = await Promise.all(messages.slice(at, at + together).map(endOne))
        ended.push(...some.filter((one) => one !== null))
      }
      if (messages.length > 0) {
        await tell(
          messages.map(({ sim_id }) => sim_id),
          ended,
        )
      }
    }
  }

  return {
    name: 'OTAs by SMS',
    title: { ja: 'SMSで送るOTA', en: 'OTAs that are sent by SMS' },
    everyMs,
    on: ['jobs'],
    onOneNode: true,
    async run() {
      publish({ sims: await cancelScripts(db) })
      await end((limit) => selectAnswered(db, limit))
      await end((limit) => selectUnanswered(db, limit))
      await queue()
    },
  }
}
