import { ApiError } from '@simdeck/contract/errors.ts'
import { maxUnconfirmedSims } from '@simdeck/contract/bulk-ota.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Audit } from '../../platform/http/handler.ts'
import { projectProgress } from '../progress.ts'
import { type Requested, planOf } from './plan.ts'
import {
  type Checked,
  deleteSnapshot,
  insertCampaign,
  jobIdsOf,
  lastDryRun,
  lockSnapshot,
  lockSnapshotSims,
  type Removals,
} from './queries.ts'

export type CampaignToStart = Requested & {
  snapshotId: number
  name: string | undefined
  confirmedCount: number | undefined
  removalConsent: boolean
  createdBy: number | null
  audit: Audit
}

/** Starts a campaign for all eligible SIMs of a snapshot. If it throws an `ApiError`, nothing is stored and the snapshot stays usable. */
export async function startCampaign(db: Db, asked: CampaignToStart): Promise<{ campaignId: number; simIds: number[]; jobIds: number[] }> {
  return db.transaction().execute(async (transaction) => {
    if (!(await lockSnapshot(transaction, asked.snapshotId))) throw new ApiError('snapshotNotFound')
    const { plan, request } = await planOf(transaction, asked)
    await lockSnapshotSims(transaction, asked.snapshotId)
    const name = asked.name ?? plan.name
    const checked = await lastDryRun(transaction, asked.snapshotId, request)
    const { id, total, losing, removals } = await insertCampaign(transaction, { ...asked, request, plan, name })
    if (total === 0) throw new ApiError('noTargetSims')
    checkConfirmed(asked, checked, { total, losing, removals })
    await projectProgress(transaction, { campaignId: id })
    await deleteSnapshot(transaction, asked.snapshotId)
    const jobs = await jobIdsOf(transaction, id)
    await asked.audit(transaction)
    return { campaignId: id, simIds: [...new Set(jobs.map((job) => job.sim_id))], jobIds: jobs.map((job) => job.id) }
  })
}

/**
 * Throws unless the caller has confirmed the dry run. The confirmed number is that of the dry run, even if SIMs change later, but no SIM
 * loses an applet that the dry run did not list.
 */
function checkConfirmed(
  { confirmedCount, removalConsent }: CampaignToStart,
  checked: Checked | 'none' | 'otherRequest',
  { total, losing, removals }: { total: number; losing: number; removals: Removals },
): void {
  const count = typeof checked === 'object' ? checked.eligible : total
  if (confirmedCount === undefined && count > maxUnconfirmedSims) throw new ApiError('startCountRequired')
  if (confirmedCount !== undefined && (confirmedCount !== count || checked === 'otherRequest')) throw new ApiError('startCountDiffers')
  if (losing > 0 && !removalConsent) throw new ApiError('removalConsentRequired')
  if (typeof checked !== 'object') return
  const listed = (lost: string) => checked.removals[lost] ?? 0
  if (Object.entries(removals).some(([lost, sims]) => sims > listed(lost))) throw new ApiError('removalsDiffer')
}
