import type { LimitChange } from '@simdeck/contract/campaign-report.ts'
import { ApiError } from '@simdeck/contract/errors.ts'
import { openCampaignStates } from '@simdeck/contract/ota.ts'
import { isBudgetForOne, type LimitChanges } from '@simdeck/contract/rollout.ts'
import { changesBetween } from '../../platform/audit/subjects.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Audit } from '../../platform/http/handler.ts'
import { announce, announceState } from '../announce.ts'
import { insertEvent } from '../event-queries.ts'
import { lockCampaign, lockCampaignState, pauseCampaign, resumeCampaign } from '../queries.ts'
import { checkApproved } from './approved.ts'
import { isSpent } from './next-change.ts'
import { endWaits, lockOpenRollout, type OpenRollout, releaseWave, setLimits } from './queries.ts'
import { isHeldByWindow } from './window.ts'

type Requested = {
  campaignId: number
  action: 'pause' | 'resume' | 'release' | 'retryNow' | 'setLimits'
  limits: LimitChanges | undefined
  simIds: readonly number[] | undefined
  wave: number | undefined
  maxFailedPercent: number | null | undefined
  octetsInAll: number | null | undefined
  by: string
  audit: Audit
}

/**
 * Pauses or resumes a campaign, which does nothing if it is in that state already, or releases its next wave; a named wave that was
 * released already stays so. After the commit of a pause, no further command is sent to any SIM. A campaign that is resumed outside its
 * daily window waits for the window. Throws `ApiError('campaignNotFound' | 'campaignEnded' | 'campaignAwaitsApproval' | 'approvedLimit' |
 * 'campaignNotRunning' | 'noFurtherWave' | 'noRollout' | 'budgetBelowSim' | 'budgetSpent' | 'emptyParameters')`.
 */
export async function changeCampaign(
  db: Db,
  { campaignId, action, limits, simIds, wave, maxFailedPercent, octetsInAll, by, audit }: Requested,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const campaign = await lockCampaign(trx, campaignId)
    if (!campaign) throw new ApiError('campaignNotFound')
    const { name, state } = campaign
    if (!openCampaignStates.includes(state)) throw new ApiError('campaignEnded')
    if (state === 'awaitingApproval') throw new ApiError('campaignAwaitsApproval')
    const rollout = await lockOpenRollout(trx, campaignId)
    if (action === 'pause' && (state !== 'paused' || rollout?.pause_cause === 'window'))
      await pauseCampaign(trx, campaignId, { cause: 'member', by })
    if (action === 'resume') {
      if (maxFailedPercent !== undefined || octetsInAll !== undefined)
        await changeLimits(trx, campaignId, rollout, {
          ...(maxFailedPercent === undefined ? {} : { maxFailedPercent }),
          ...(octetsInAll === undefined ? {} : { octetsInAll }),
        })
      const changed = await lockOpenRollout(trx, campaignId)
      if (state === 'paused' && changed && isSpent(changed)) throw new ApiError('budgetSpent')
      if (state === 'paused') await resumeCampaign(trx, campaignId)
      if (rollout && !rollout.isStopped && isHeldByWindow(rollout, new Date())) await pauseCampaign(trx, campaignId, { cause: 'window' })
    }
    if (action === 'release' && !(wave !== undefined && rollout && wave <= rollout.released_wave)) {
      if (state !== 'running') throw new ApiError('campaignNotRunning')
      const next = (rollout?.released_wave ?? 1) + 1
      if (!rollout || next > rollout.last_wave || (wave !== undefined && wave !== next)) throw new ApiError('noFurtherWave')
      await releaseWave(trx, campaignId, next)
    }
    if (action === 'setLimits') {
      if (rollout && (!limits || Object.keys(limits).length === 0)) throw new ApiError('emptyParameters')
      await changeLimits(trx, campaignId, rollout, limits ?? {})
    }
    if (action === 'retryNow') await endWaits(trx, campaignId, simIds ?? null)
    await (action === 'pause' ? announceState : announce)(trx, campaignId)
    const asked = action === 'setLimits' ? limits : action === 'resume' ? { maxFailedPercent, octetsInAll } : {}
    const changes = [
      ...changesBetween({ state }, { state: await lockCampaignState(trx, campaignId) }),
      ...limitChanges(rollout, asked ?? {}).map(({ name: field, from, to }) => ({ field, before: from, after: to })),
    ]
    await audit(trx, undefined, { name, changes })
  })
}

type Limits = Partial<Record<LimitChange['name'], number | null | undefined>>

/** The limits that differ from the former ones. */
function limitChanges(former: OpenRollout | undefined, limits: Limits): LimitChange[] {
  if (!former) return []
  return changeable
    .map((name) => ({ name, from: former.rollout[name], to: limits[name] }))
    .flatMap(({ name, from, to }) => (to === undefined || to === from ? [] : [{ name, from, to }]))
}

/** Changes limits of a campaign, and records those that differ from the former ones. */
async function changeLimits(
  trx: Db,
  campaignId: number,
  former: OpenRollout | undefined,
  limits: LimitChanges & { maxFailedPercent?: number | null },
): Promise<void> {
  if (!former) throw new ApiError('noRollout')
  if (!isBudgetForOne({ ...former.rollout, ...limits })) throw new ApiError('budgetBelowSim')
  await checkApproved(trx, campaignId, limits)
  await setLimits(trx, campaignId, limits)
  const changes = limitChanges(former, limits)
  if (changes.length > 0) await insertEvent(trx, campaignId, 'limits', { limits: changes })
}

const changeable = [
  'retries',
  'maxAtOnce',
  'maxPerCell',
  'maxFailedPercent',
  'octetsInAll',
] as const satisfies readonly LimitChange['name'][]
