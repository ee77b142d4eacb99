import type { CampaignDiagnosis } from '@simdeck/contract/campaign-report.ts'
import { ApiError } from '@simdeck/contract/errors.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Job } from '../../platform/jobs/job.ts'
import { inTime, timeLimits } from '../../sims/sql/time-limit.ts'
import { isLarge, maxCounted } from '../outcomes/counts.ts'
import { selectCampaigns } from '../queries.ts'
import { countDiagnosis, selectDiagnosis, selectUndiagnosed, storeDiagnosis } from './diagnosis-queries.ts'

/**
 * The causes in a campaign: those of a large one as they were stored last, or stored now. Throws `ApiError('campaignNotFound' |
 * 'searchTooSlow')`.
 */
export async function diagnosisOf(db: Db, campaignId: number, now: Date): Promise<CampaignDiagnosis> {
  const [campaign] = await selectCampaigns(db, [campaignId])
  if (!campaign) throw new ApiError('campaignNotFound')
  const stored = isLarge(campaign) ? await selectDiagnosis(db, campaignId) : undefined
  if (stored) return { at: stored.at.toISOString(), ...stored.diagnosis }
  const diagnosis = await inTime(db, timeLimits.list, (trx) => countDiagnosis(trx, campaignId))
  if (isLarge(campaign)) await storeDiagnosis(db, campaignId, diagnosis, false)
  return { at: now.toISOString(), ...diagnosis }
}

const everyMs = 15_000
/** The pause until the next count of a campaign, as a multiple of the time that the last one took. */
const pauseFactor = 30

/** Stores the diagnoses of large campaigns: while one runs, again and again; when it has ended, once and for all. */
export function diagnosisJob({ db }: { db: Db }): Job {
  const nextAt = new Map<number, number>()
  return {
    name: 'campaign diagnoses',
    title: { ja: '大きな配信の原因の集計', en: 'Causes in large campaigns' },
    everyMs,
    on: ['jobs'],
    onOneNode: true,
    async run() {
      for (const { id, finished_at: finishedAt } of await selectUndiagnosed(db, maxCounted)) {
        const startedAt = performance.now()
        if (finishedAt === null && startedAt < (nextAt.get(id) ?? 0)) continue
        await storeDiagnosis(db, id, await countDiagnosis(db, id), finishedAt !== null)
        const now = performance.now()
        if (finishedAt === null) nextAt.set(id, now + pauseFactor * (now - startedAt))
        else nextAt.delete(id)
      }
    },
  }
}
