import type { CampaignSim, CampaignSimStatus } from '@simdeck/contract/campaign-report.ts'
import type { Campaign } from '@simdeck/contract/ota.ts'
import type { Db } from '../../platform/db/database.ts'
import { campaignById } from '../campaigns.ts'
import { inTime, timeLimits } from '../../platform/db/time-limit.ts'
import { isLarge } from '../outcomes/counts.ts'
import { otaLogsByIds } from '../ota-logs.ts'
import { selectDiagnosis } from './diagnosis-queries.ts'
import { type CampaignSimFilter, countCampaignSims, selectCampaignSims } from './sims-queries.ts'

/** Reads `500-6A84`, `402` or `500-6985-imported`. */
export function causeIn(text: string): CampaignSimFilter['cause'] {
  const [code, sw, reason] = text.split('-')
  return { code: Number(code), sw: sw ? sw.toUpperCase() : null, reason: reason ?? null }
}

/** Reads `440-10-35873-417`. */
export function cellIn(text: string): CampaignSimFilter['cell'] {
  const [mcc = '', mnc = '', lac, cellId] = text.split('-')
  return { mcc, mnc, lac: Number(lac), cellId: Number(cellId) }
}

/** The number of SIMs with a status in the figures of a campaign or of one of its waves. */
function inFigures(campaign: Campaign, status: CampaignSimStatus | undefined, wave: number | undefined): number {
  const ofWave = campaign.waves.find((one) => one.wave === wave)
  if (wave !== undefined && !ofWave) return campaign.waves.length === 0 && wave === 1 ? inFigures(campaign, status, undefined) : 0
  const { counts, cancelled } = ofWave ?? campaign
  if (status === undefined) return ofWave?.sims ?? campaign.total
  if (status === 'Cancelled') return cancelled
  return counts[status] - (status === 'Failed' ? cancelled : 0)
}

/** A page of the SIMs of a campaign. Without a cause, cell or search the total is that of its
 * figures, and for those that wait in a large campaign that of its stored diagnosis. Throws `ApiError('campaignNotFound' |
 * 'searchTooSlow')`. */
export async function campaignSims(
  db: Db,
  campaignId: number,
  { filter, newestFirst, take, skip }: { filter: CampaignSimFilter; newestFirst: boolean; take: number; skip: number },
): Promise<{ sims: CampaignSim[]; total: number }> {
  const campaign = await campaignById(db, campaignId)
  const { status, wave, ...others } = filter
  const isByFigures = Object.values(others).every((value) => value === undefined)
  const ofStatus = inFigures(campaign, status, undefined)
  async function total(): Promise<number> {
    if (isByFigures) return inFigures(campaign, status, wave)
    const isWaitingAlone = Object.entries(filter).every(([name, value]) => name === 'waiting' || value === undefined)
    const stored = isWaitingAlone && isLarge(campaign) ? await selectDiagnosis(db, campaignId) : undefined
    if (stored) return stored.diagnosis.waiting.find(({ reason }) => reason === filter.waiting)?.sims ?? 0
    return inTime(db, timeLimits.list, (trx) => countCampaignSims(trx, campaignId, filter, ofStatus))
  }
  const page = { filter, ofStatus, newestFirst, take, skip }
  const [rows, totalItems] = await Promise.all([inTime(db, timeLimits.list, (trx) => selectCampaignSims(trx, campaignId, page)), total()])
  const ids = rows.flatMap(({ main_id: main, removal_id: removal }) => (removal === null ? [main] : [removal, main]))
  const logs = new Map((await otaLogsByIds(db, ids)).map(({ otaLog }) => [otaLog.id, otaLog]))
  const sims = rows.flatMap(({ sim_id, wave: ofWave, job_id, main_id, removal_id, status: combined, cancelled }) => {
    const otas = [removal_id, main_id]
      .flatMap((id) => (id === null ? [] : (logs.get(id) ?? [])))
      .toSorted((one, other) => one.id - other.id)
    const [first] = otas
    // A SIM that was deleted meanwhile is left out.
    if (!first) return []
    return [{ id: job_id, sim_id, iccid: first.iccid, device_alias: first.device_alias, wave: ofWave, status: combined, cancelled, otas }]
  })
  return { sims, total: totalItems }
}
