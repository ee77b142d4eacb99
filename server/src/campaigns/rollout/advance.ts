import type { Db } from '../../platform/db/database.ts'
import type { ChangeFeed } from '../../platform/events/change-feed.ts'
import type { Publish } from '../../platform/events/changes.ts'
import type { Job } from '../../platform/jobs/job.ts'
import { CountPace } from '../outcomes/count-pace.ts'
import { announce, announceState } from '../announce.ts'
import { notifyOfCampaign } from '../campaign-notifications.ts'
import { insertEnd, insertEvent } from '../event-queries.ts'
import { isLarge } from '../outcomes/counts.ts'
import { pauseCampaign, resumeCampaign } from '../queries.ts'
import { endStopped } from '../stop/end-stopped.ts'
import { stopCampaign } from '../stop/stop.ts'
import { changeByResults, changeByTime, type RolloutChange } from './next-change.ts'
import { addUpOctets } from './octet-queries.ts'
import {
  lockFreeRollout,
  markWaitNotified,
  type OpenRollout,
  releaseWave,
  selectOpenRollouts,
  selectWaveResults,
  startScheduled,
} from './queries.ts'
import { ShownOctets } from './shown-octets.ts'
import { isInWindow } from './window.ts'

const everyMs = 1_000
/**
 * Limits of counting, because a count of a wave of a million SIMs takes a second. Campaigns without a known change are counted too, since a
 * change may have been missed, and polls change the results without a notification.
 */
const pace = { pauseFactor: 10, idleFactor: 25, burstMs: everyMs }
const smallAtOnce = 100

/** Starts, pauses, resumes and ends campaigns at their times, and releases their waves. One node at a time does it. */
export function rolloutJob({ db, publish, feed }: { db: Db; publish: Publish; feed: Pick<ChangeFeed, 'onChange'> }): Job {
  const counts = new CountPace(pace)
  const shown = new ShownOctets()
  feed.onChange(({ campaigns }) => counts.markChanged(campaigns))

  async function applyResults(campaigns: readonly OpenRollout[]): Promise<void> {
    const ids = campaigns.map(({ id }) => id)
    const startedAt = counts.begin(ids)
    let results: Awaited<ReturnType<typeof selectWaveResults>>
    try {
      results = await selectWaveResults(db, campaigns)
    } catch (error) {
      counts.markChanged(ids)
      throw error
    }
    counts.end(ids, startedAt)
    const errors = await forEach(campaigns, async (campaign) => {
      const change = changeByResults(campaign, results.get(campaign.id)!)
      // The change is still due after another transaction has released its lock, which nobody tells.
      if (change && !(await apply(db, publish, campaign, change))) counts.markChanged([campaign.id])
    })
    if (errors.length > 0) throw errors[0]
  }

  return {
    name: 'campaign waves',
    title: { ja: '配信の段階と予定', en: 'Waves and times of campaigns' },
    everyMs,
    on: ['jobs'],
    onOneNode: true,
    async run() {
      const open = await selectOpenRollouts(db)
      const running = new Map<number, OpenRollout>()
      const now = new Date()
      const errors = await forEach(open, async (campaign) => {
        const change = changeByTime(campaign, now)
        if (change) await apply(db, publish, campaign, change)
        else if (campaign.state === 'running') running.set(campaign.id, campaign)
      })
      const counted = counts.choose([...running.keys()]).map((id) => running.get(id)!)
      errors.push(...(await forEach(groupsOf(counted), applyResults)))
      errors.push(...(await forEach([db], addUpOctets)))
      publish({ campaigns: shown.moved([...running.values()]) })
      if (errors.length > 0) throw errors[0]
    },
  }
}

/** A group for each large campaign, and groups of small ones that one statement counts. */
function groupsOf(campaigns: readonly OpenRollout[]): OpenRollout[][] {
  const groups = campaigns.filter(isLarge).map((campaign) => [campaign])
  const small = campaigns.filter((campaign) => !isLarge(campaign))
  for (let at = 0; at < small.length; at += smallAtOnce) groups.push(small.slice(at, at + smallAtOnce))
  return groups
}

/** Does the work for each item, also after a failure, and returns the errors. */
async function forEach<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<unknown[]> {
  const errors: unknown[] = []
  for (const item of items) {
    try {
      await work(item)
    } catch (error) {
      errors.push(error)
    }
  }
  return errors
}

/** The changes after which SIMs start or continue. */
const makesDue: ReadonlySet<RolloutChange['change']> = new Set(['start', 'openWindow', 'release'])

/** Makes the change, unless another transaction has locked or changed the campaign: then it returns false. */
async function apply(db: Db, publish: Publish, campaign: OpenRollout, change: RolloutChange): Promise<boolean> {
  const { id } = campaign
  if (change.change === 'end') return endCampaign(db, publish, id)
  return db.transaction().execute(async (trx) => {
    const present = await lockFreeRollout(trx, id)
    if (!present || !isSame(present, campaign)) return false
    await write(trx, present, change)
    await (makesDue.has(change.change) ? announce : announceState)(trx, id)
    return true
  })
}

/** True if nobody has changed the campaign since it was read. */
const isSame = (present: OpenRollout, read: OpenRollout): boolean =>
  present.state === read.state &&
  present.pause_cause === read.pause_cause &&
  present.released_wave === read.released_wave &&
  present.waitNotified === read.waitNotified &&
  present.results_from?.getTime() === read.results_from?.getTime()

async function write(
  trx: Db,
  { id, rollout, octets, released_wave: wave }: OpenRollout,
  change: Exclude<RolloutChange, { change: 'end' }>,
) {
  switch (change.change) {
    case 'start':
      await startScheduled(trx, id)
      await releaseWave(trx, id, 1)
      if (rollout.window && !isInWindow(rollout.window, new Date())) await pauseCampaign(trx, id, { cause: 'window' })
      return
    case 'closeWindow':
      return pauseCampaign(trx, id, { cause: 'window' })
    case 'openWindow':
      await resumeCampaign(trx, id)
      return insertEvent(trx, id, 'resumeByWindow')
    case 'pause':
      await pauseCampaign(trx, id, { cause: 'failures', wave, failed: change.failed, ended: change.ended })
      return notifyOfCampaign(trx, id, { kind: 'campaignPaused', failed: change.failed, ended: change.ended })
    case 'wait':
      await markWaitNotified(trx, id, wave)
      return notifyOfCampaign(trx, id, { kind: 'waveWaits', wave: change.wave })
    case 'pauseByOctets':
      await pauseCampaign(trx, id, { cause: 'octets', octets, budget: rollout.octetsInAll })
      return notifyOfCampaign(trx, id, { kind: 'campaignSpent', budget: rollout.octetsInAll ?? 0 })
    case 'release':
      return releaseWave(trx, id, change.wave)
  }
}

/** Stops a campaign that has reached its end; false if another transaction has locked it. */
async function endCampaign(db: Db, publish: Publish, id: number): Promise<boolean> {
  const stopped = await db.transaction().execute(async (trx) => {
    if (!(await lockFreeRollout(trx, id))) return null
    await insertEnd(trx, id)
    return stopCampaign(trx, id, null)
  })
  if (stopped) await endStopped(db, publish, id)
  return stopped !== null
}
