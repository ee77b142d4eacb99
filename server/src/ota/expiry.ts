import { expireSession } from '@simdeck/protocol/ota/server-frame.ts'
import { closeFinishedCampaigns } from '../campaigns/campaigns.ts'
import type { Db } from '../db/database.ts'
import type { Publish } from '../events/changes.ts'
import { applyEffects } from './effects.ts'
import { sessionOf } from './engine.ts'
import { deleteSessions, expiredSessions, updateSim } from './queries.ts'
import type { WorkSource } from './work.ts'

const sessionsAtOnce = 100

/** Ends the sessions that saw no frame for 180 s (401): their OTAs are Interrupted. Any node may do it. Tells how many ended. */
export async function expireSessions({ db, work, publish }: { db: Db; work: WorkSource; publish: Publish }): Promise<number> {
  const done = await db.transaction().execute(async (trx) => {
    const rows = await expiredSessions(trx, sessionsAtOnce)
    const jobIds: number[] = []
    const campaignIds: number[] = []
    for (const row of rows) {
      const keys = await work.openKeys(trx, row.sim_id)
      const items = keys ? await work.lock(trx, row.sim_id, keys) : []
      const expired = expireSession({ session: sessionOf(row), work: items, nowMs: Date.now() })
      if (expired) {
        const changed = await applyEffects(trx, row.sim_id, expired.effects, expired.progress)
        jobIds.push(...changed.jobIds)
        campaignIds.push(...changed.endedCampaignIds)
      }
      await updateSim(trx, row.sim_id, { ota_open_until: null })
    }
    await deleteSessions(
      trx,
      rows.map((row) => row.session_id),
    )
    return { simIds: rows.map((row) => row.sim_id), jobIds, campaignIds }
  })
  if (done.simIds.length > 0) publish({ sims: done.simIds, jobs: done.jobIds })
  if (done.campaignIds.length > 0) await closeFinishedCampaigns(db, done.campaignIds)
  return done.simIds.length
}
