import type { CampaignDiagnosis } from '@simdeck/contract/campaign-report.ts'
import { ApiError } from '@simdeck/contract/errors.ts'
import { waitingNow } from '@simdeck/contract/waiting-now.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Job } from '../../platform/jobs/job.ts'
import { inTime, timeLimits } from '../../platform/db/time-limit.ts'
import { campaignById } from '../campaigns.ts'
import { CountPace } from '../outcomes/count-pace.ts'
import { isLarge, maxCounted } from '../outcomes/counts.ts'
import { selectCampaigns } from '../queries.ts'
import { countDiagnosis, selectDiagnosis, selectUndiagnosed, storeDiagnosis } from './diagnosis-queries.ts'

/**
 * The causes in a campaign: those of a large one as they were stored last, apart from what its state decides now, or stored now. Throws `ApiError('campaignNotFound' |
 * 'searchTooSlow')`.
 */
export async function diagnosisOf(db: Db, campaignId: number, now: Date): Promise<CampaignDiagnosis> {
  const [campaign] = await selectCampaigns(db, [campaignId])
  if (!campaign) throw new ApiError('campaignNotFound')
  const stored = isLarge(campaign) ? await selectDiagnosis(db, campaignId) : undefined
  if (stored) {
    const { waiting, ...diagnosis } = stored.diagnosis
    return { at: stored.at.toISOString(), ...diagnosis, waiting: waitingNow(await campaignById(db, campaignId), waiting) }
  }
  const diagnosis = await inTime(db, timeLimits.list, (trx) => countDiagnosis(trx, campaignId))
  if (isLarge(campaign)) await storeDiagnosis(db, campaignId, diagnosis, false)
  return { at: now.toISOString(), ...diagnosis }
}

const everyMs = 15_000
/** Counting a million SIMs takes seconds. */
const pace = { pauseFactor: 30, idleFactor: 30, burstMs: everyMs }

/** Stores the diagnoses of large campaigns: while one runs, again and again; when it has ended, once and for all. */
export function diagnosisJob({ db }: { db: Db }): Job {
  const counts = new CountPace(pace)
  return {
    name: 'campaign diagnoses',
    title: { ja: '大きな配信の原因の集計', en: 'Causes in large campaigns' },
    everyMs,
    on: ['jobs'],
    onOneNode: true,
    async run() {
      const open = await selectUndiagnosed(db, maxCounted)
      for (const id of counts.choose(open.filter((one) => one.finished_at === null).map((one) => one.id))) {
        const startedAt = counts.begin([id])
        await storeDiagnosis(db, id, await countDiagnosis(db, id), false)
        counts.end([id], startedAt)
      }
      for (const { id } of open.filter((one) => one.finished_at !== null)) await storeDiagnosis(db, id, await countDiagnosis(db, id), true)
    },
  }
}
