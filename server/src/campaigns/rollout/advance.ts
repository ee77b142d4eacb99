import type { Db } from '../../platform/db/database.ts'
import type { Publish } from '../../platform/events/changes.ts'
import type { Job } from '../../platform/jobs/job.ts'
import { publishDueOtas } from '../due-sims.ts'
import { insertEnd, insertEvent } from '../event-queries.ts'
import { pauseCampaign, resumeCampaign } from '../queries.ts'
import { publishStop } from '../stop/publish-stop.ts'
import { stopCampaign } from '../stop/stop.ts'
import { changeByResults, changeByTime, type RolloutChange } from './next-change.ts'
import { lockOpenRollout, type OpenRollout, releaseWave, selectOpenRollouts, selectWaveResults, startScheduled } from './queries.ts'
import { isInWindow } from './window.ts'

const everyMs = 1_000
/** Counting a wave of a million SIMs takes a second, so the pause until its next count is ten times as long as the count. */
const pauseFactor = 10

/** Starts, pauses, resumes and ends campaigns at their times, and releases their waves. One node at a time does it. */
export function rolloutJob({ db, publish }: { db: Db; publish: Publish }): Job {
  const nextCountAt = new Map<number, number>()

  async function changeOf(campaign: OpenRollout): Promise<RolloutChange | null> {
    const byTime = changeByTime(campaign, new Date())
    if (byTime || campaign.state !== 'running') return byTime
    const { id, released_wave: wave, results_from: from } = campaign
    const startedAt = performance.now()
    if (startedAt < (nextCountAt.get(id) ?? 0)) return null
    const results = await selectWaveResults(db, id, wave, from)
    const now = performance.now()
    nextCountAt.set(id, now + pauseFactor * (now - startedAt))
    return changeByResults(campaign, results)
  }

  return {
    name: 'campaign waves',
    title: { ja: '配信の段階と予定', en: 'Waves and times of campaigns' },
    everyMs,
    on: ['jobs'],
    onOneNode: true,
    async run() {
      const errors: unknown[] = []
      for (const campaign of await selectOpenRollouts(db)) {
        try {
          const change = await changeOf(campaign)
          if (change) await apply(db, publish, campaign, change)
        } catch (error) {
          // The other campaigns still get their changes.
          errors.push(error)
        }
      }
      if (errors.length > 0) throw errors[0]
    },
  }
}

async function apply(db: Db, publish: Publish, campaign: OpenRollout, change: RolloutChange): Promise<void> {
  const { id } = campaign
  if (change.change === 'end') return endCampaign(db, publish, id)
  const isDone = await db.transaction().execute(async (trx) => {
    const present = await lockOpenRollout(trx, id)
    if (!present || !isSame(present, campaign)) return false
    await write(trx, present, change)
    return true
  })
  if (!isDone) return
  if (change.change !== 'pause' && change.change !== 'closeWindow') await publishDueOtas(db, publish, id)
  publish({ campaigns: [id] })
}

/** True if nobody has changed the campaign since it was read. */
const isSame = (present: OpenRollout, read: OpenRollout): boolean =>
  present.state === read.state &&
  present.pause_cause === read.pause_cause &&
  present.released_wave === read.released_wave &&
  present.results_from?.getTime() === read.results_from?.getTime()

async function write(trx: Db, { id, rollout, released_wave: wave }: OpenRollout, change: Exclude<RolloutChange, { change: 'end' }>) {
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
      return pauseCampaign(trx, id, { cause: 'failures', wave, failed: change.failed, ended: change.ended })
    case 'release':
      return releaseWave(trx, id, change.wave)
  }
}

/** Stops a campaign that has reached its end. */
async function endCampaign(db: Db, publish: Publish, id: number): Promise<void> {
  const stopped = await db.transaction().execute(async (trx) => {
    await insertEnd(trx, id)
    return stopCampaign(trx, id, null)
  })
  await publishStop(db, publish, id, stopped)
}
