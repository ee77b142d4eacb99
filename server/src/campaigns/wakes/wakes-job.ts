import type { Db } from '../../platform/db/database.ts'
import type { Publish } from '../../platform/events/changes.ts'
import type { Job } from '../../platform/jobs/job.ts'
import { CountPace } from '../outcomes/count-pace.ts'
import {
  cancelMessages,
  lockPosition,
  movePosition,
  type OpenWakes,
  queueMessages,
  selectOpenWakes,
  selectSending,
  type Sending,
  storeMessageCounts,
} from './queries.ts'

const everyMs = 1_000
/** SIMs that one transaction looks at. */
const simsAtOnce = 1_000
/**
 * Messages of a campaign that wait to be sent at once: enough for some seconds, so that a pause holds few of them, and a SIM that a member
 * wakes waits for few.
 */
const queuedSeconds = 8
const leastQueued = 100
/** The time of a run, after which the campaigns that are left wait for the next one. */
const maxRunMs = 2_000
const pace = { pauseFactor: 10, idleFactor: 25, burstMs: everyMs }

/**
 * Wakes the SIMs of released waves of campaigns by SMS: queues their messages in parts, as fast as they are sent, and counts them. The sender
 * leaves the messages of a paused campaign in the queue; those of a campaign that has ended are cancelled.
 */
export function wakesJob({ db, publish }: { db: Db; publish: Publish }): Job {
  const counts = new CountPace(pace)

  /** Queues messages of a campaign until enough of them wait, or until the time is over. */
  async function queue(campaign: OpenWakes, sending: Sending, endMs: number): Promise<void> {
    const most = Math.max(leastQueued, sending.perSecond * queuedSeconds)
    let { queued } = campaign
    while (queued < most && performance.now() < endMs) {
      const part = await db.transaction().execute((trx) => queuePart(trx, campaign.id, sending.obstacle))
      if (!part) return
      counts.markChanged([campaign.id])
      queued += part.length
      publish({ sims: part, campaigns: [campaign.id] })
    }
  }

  async function count(id: number): Promise<void> {
    const startedAt = counts.begin([id])
    if (await db.transaction().execute((trx) => storeMessageCounts(trx, id))) publish({ campaigns: [id] })
    counts.end([id], startedAt)
  }

  return {
    name: 'campaign wakes',
    title: { ja: '配信によるSIMのSMS起動', en: 'Waking of SIMs by campaigns' },
    everyMs,
    on: ['jobs'],
    onOneNode: true,
    async run() {
      const cancelled = await cancelMessages(db)
      if (cancelled.length > 0) {
        const campaigns = [...new Set(cancelled.map(({ campaign_id }) => campaign_id))]
        publish({ sims: cancelled.map(({ sim_id }) => sim_id), campaigns })
      }
      const open = await selectOpenWakes(db)
      const due = open.filter(({ isDue }) => isDue)
      if (due.length > 0) {
        const sending = await selectSending(db)
        const endMs = performance.now() + maxRunMs
        for (const campaign of due) await queue(campaign, sending, endMs)
      }
      counts.markChanged(open.flatMap(({ id, inFlight }) => (inFlight > 0 ? [id] : [])))
      for (const id of counts.choose(open.map((campaign) => campaign.id))) await count(id)
    },
  }
}

/** Queues the messages of the next part of a campaign. Returns the SIMs that got one; null if nothing is due. */
async function queuePart(trx: Db, campaignId: number, obstacle: Sending['obstacle']): Promise<number[] | null> {
  const position = await lockPosition(trx, campaignId)
  if (!position) return null
  const { wave, lastSimId: after } = position
  const { looked, lastSimId, simIds, skipped } = await queueMessages(trx, campaignId, { wave, after, take: simsAtOnce, obstacle })
  const all = { ...position.skipped }
  for (const [reason, sims] of Object.entries(skipped) as [keyof typeof skipped, number][]) all[reason] = (all[reason] ?? 0) + sims
  await movePosition(trx, campaignId, { doneWave: looked < simsAtOnce ? wave : null, lastSimId, skipped: all })
  return simIds
}
