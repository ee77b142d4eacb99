import { expireSession } from '@simdeck/protocol/ota/server-frame.ts'
import { sessionExpiryMs } from '@simdeck/protocol/ota/server-state.ts'
import { closeFinishedCampaigns } from '../campaigns/campaigns.ts'
import type { Db } from '../platform/db/database.ts'
import type { Publish } from '../platform/events/changes.ts'
import { applyEffects, nothingChanged } from './effects.ts'

import { clockToleranceMs, deleteSession, lockSession, simsWithExpiredSession, updateContact } from './queries.ts'
import { countUnanswered } from './pace/unanswered.ts'
import { sessionOf } from './session-row.ts'
import { noJobs, type OtaJobReader } from './ota-jobs.ts'

const sessionsAtOnce = 100

type Options = { db: Db; jobReader: OtaJobReader; publish: Publish }

/**
 * Ends sessions without a frame for 180 s (401), and those whose last frame is in the future because a clock was set back; their OTAs
 * become Interrupted. Any node may do this. Returns the number of ended sessions.
 */
export async function expireSessions(options: Options): Promise<number> {
  const expired = await simsWithExpiredSession(options.db, sessionsAtOnce)
  for (const { sim_id, session_id } of expired) await expireOne(options, sim_id, session_id)
  return expired.length
}

async function expireOne({ db, jobReader, publish }: Options, simId: number, sessionId: number): Promise<void> {
  const changed = await db.transaction().execute(async (trx) => {
    const row = await lockSession(trx, sessionId)
    if (!row) return null
    const keys = await jobReader.openKeys(trx, simId)
    const session = sessionOf(row)
    const expiresAtMs = session.lastFrameAtMs + sessionExpiryMs
    const wasClockSetBack = session.lastFrameAtMs > Date.now() + clockToleranceMs
    const nowMs = wasClockSetBack ? expiresAtMs + 1 : Date.now()
    if (expiresAtMs > nowMs) return null
    const locked = keys ? await jobReader.lock(trx, simId, keys, session.instanceAid, row) : noJobs
    const expired = expireSession({ session, jobs: locked.jobs, nowMs })
    const applied = expired ? await applyEffects(trx, locked, expired) : nothingChanged
    const isUnanswered = session.sequence === 0 && session.state !== 'ending'
    const silent = isUnanswered ? await countUnanswered(trx, locked, session.jobId) : null
    await updateContact(trx, simId, { ota_open_until: null })
    await deleteSession(trx, sessionId)
    return { ...applied, waits: silent?.waits ?? false }
  })
  if (!changed) return
  publish({ sims: [simId], jobs: changed.jobIds, campaigns: changed.campaignIds, rereadSims: changed.waits ? [simId] : [] })
  publish({ campaigns: await closeFinishedCampaigns(db, changed.endedCampaignIds) })
}
