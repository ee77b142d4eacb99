import type { LimitChange } from '@simdeck/contract/campaign-report.ts'
import { ApiError } from '@simdeck/contract/errors.ts'
import { openCampaignStates } from '@simdeck/contract/ota.ts'
import type { LimitChanges } from '@simdeck/contract/rollout.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Audit } from '../../platform/http/handler.ts'
import { insertEvent } from '../event-queries.ts'
import { lockCampaignState, pauseCampaign, resumeCampaign } from '../queries.ts'
import { checkApproved } from './approved.ts'
import { endWaits, lockOpenRollout, type OpenRollout, releaseWave, setLimits, setMaxFailedPercent } from './queries.ts'
import { isHeldByWindow } from './window.ts'

type Requested = {
  campaignId: number
  action: 'pause' | 'resume' | 'release' | 'retryNow' | 'setLimits'
  limits: LimitChanges | undefined
  simIds: readonly number[] | undefined
  wave: number | undefined
  maxFailedPercent: number | null | undefined
  by: string
  audit: Audit
}

/**
 * Pauses or resumes a campaign, which does nothing if it is in that state already, or releases its next wave. After the commit of a pause, no
 * further command is sent to any SIM. A campaign that is resumed outside its daily window waits for the window. Throws
 * `ApiError('campaignNotFound' | 'campaignEnded' | 'campaignAwaitsApproval' | 'approvedLimit' | 'campaignNotRunning' | 'noFurtherWave' | 'noRollout' |
 * 'emptyParameters')`.
 */
export async function changeCampaign(
  db: Db,
  { campaignId, action, limits, simIds, wave, maxFailedPercent, by, audit }: Requested,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const state = await lockCampaignState(trx, campaignId)
    if (!state) throw new ApiError('campaignNotFound')
    if (!openCampaignStates.includes(state)) throw new ApiError('campaignEnded')
    if (state === 'awaitingApproval') throw new ApiError('campaignAwaitsApproval')
    const rollout = await lockOpenRollout(trx, campaignId)
    if (action === 'pause' && (state !== 'paused' || rollout?.pause_cause === 'window'))
      await pauseCampaign(trx, campaignId, { cause: 'member', by })
    if (action === 'resume') {
      if (maxFailedPercent !== undefined) {
        if (!rollout) throw new ApiError('noRollout')
        await checkApproved(trx, campaignId, { maxFailedPercent })
        await setMaxFailedPercent(trx, campaignId, maxFailedPercent)
        await recordLimits(trx, campaignId, rollout, { maxFailedPercent })
      }
      if (state === 'paused') await resumeCampaign(trx, campaignId)
      if (rollout && !rollout.isStopped && isHeldByWindow(rollout, new Date())) await pauseCampaign(trx, campaignId, { cause: 'window' })
    }
    if (action === 'release') {
      if (state !== 'running') throw new ApiError('campaignNotRunning')
      const next = (rollout?.released_wave ?? 1) + 1
      if (!rollout || next > rollout.last_wave || (wave !== undefined && wave !== next)) throw new ApiError('noFurtherWave')
      await releaseWave(trx, campaignId, next)
    }
    if (action === 'setLimits') {
      if (!rollout) throw new ApiError('noRollout')
      if (!limits || Object.keys(limits).length === 0) throw new ApiError('emptyParameters')
      await checkApproved(trx, campaignId, limits)
      await setLimits(trx, campaignId, limits)
      await recordLimits(trx, campaignId, rollout, limits)
    }
    if (action === 'retryNow') await endWaits(trx, campaignId, simIds ?? null)
    await audit(trx)
  })
}

/** Records the limits that differ from the former ones. */
async function recordLimits(
  trx: Db,
  campaignId: number,
  former: OpenRollout | undefined,
  limits: Partial<Record<LimitChange['name'], number | null | undefined>>,
): Promise<void> {
  if (!former) return
  const changes = changeable
    .map((name) => ({ name, from: former.rollout[name], to: limits[name] }))
    .flatMap(({ name, from, to }) => (to === undefined || to === from ? [] : [{ name, from, to }]))
  if (changes.length > 0) await insertEvent(trx, campaignId, 'limits', { limits: changes })
}

const changeable = ['retries', 'maxAtOnce', 'maxPerCell', 'maxFailedPercent'] as const
