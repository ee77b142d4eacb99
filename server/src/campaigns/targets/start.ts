import { ApiError } from '@simdeck/contract/errors.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import { type OtaTarget, startedWithoutCount } from '@simdeck/contract/ota.ts'
import { appletTypes } from '@simdeck/contract/ota-progress.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Audit } from '../../platform/http/handler.ts'
import { projectProgress } from '../progress/progress.ts'
import { type Plan, planOf } from './plan.ts'
import { countedSims, insertCampaign, jobIdsOf, lockSnapshotSims, useSnapshot } from './queries.ts'
import { campaignText } from './text.ts'

export type CampaignToStart = {
  snapshotId: number
  targets: OtaTarget[]
  name: string | undefined
  confirmedCount: number | undefined
  removalConsent: boolean
  createdBy: number | null
  language: Language
  audit: Audit
}

/**
 * Starts a campaign over the eligible SIMs of a snapshot, whole or not at all. Throws `ApiError`; the snapshot stays unused then.
 */
export async function startCampaign(db: Db, asked: CampaignToStart): Promise<{ campaignId: number; simIds: number[]; jobIds: number[] }> {
  return db.transaction().execute(async (transaction) => {
    if (!(await useSnapshot(transaction, asked.snapshotId))) throw new ApiError('snapshotNotFound')
    const plan = await planOf(transaction, asked.targets, asked.language)
    await lockSnapshotSims(transaction, asked.snapshotId)
    const name = asked.name ?? usualName(plan, asked.language)
    const counted = await countedSims(transaction, asked.snapshotId, asked.targets)
    const { id, total, losing } = await insertCampaign(transaction, { ...asked, plan, name })
    if (total === 0) throw new ApiError('noTargetSims')
    checkConfirmed(asked, counted ?? total, losing)
    await projectProgress(transaction, { campaignId: id })
    const jobs = await jobIdsOf(transaction, id)
    await asked.audit(transaction)
    return { campaignId: id, simIds: [...new Set(jobs.map((job) => job.sim_id))], jobIds: jobs.map((job) => job.id) }
  })
}

/** What whoever starts a campaign has seen and agreed to. The dry run's number stays as it is, however the SIMs change. */
function checkConfirmed({ confirmedCount, removalConsent }: CampaignToStart, count: number, losing: number): void {
  if (confirmedCount === undefined && count > startedWithoutCount) throw new ApiError('startCountRequired')
  if (confirmedCount !== undefined && confirmedCount !== count) throw new ApiError('startCountDiffers')
  if (losing > 0 && !removalConsent) throw new ApiError('removalConsentRequired')
}

function usualName(plan: Plan, language: Language): string {
  if (plan.action === 'install') return `${plan.package.name} ${plan.package.ota_version}`
  if (plan.library) return `${plan.library.name} ${plan.library.ota_version}${campaignText.libraryRemoval[language]}`
  return campaignText[plan.appletType === appletTypes.poller ? 'pollerRemoval' : 'removal'][language]
}
