import type { getFailedSims } from '@simdeck/contract/campaign-again.ts'
import type { ResponseOf } from '@simdeck/contract/endpoint.ts'
import { ApiError } from '@simdeck/contract/errors.ts'
import type { OtaTarget } from '@simdeck/contract/ota-targets.ts'
import type { Db } from '../../platform/db/database.ts'
import { inTime, timeLimits } from '../../platform/db/time-limit.ts'
import { parametersOf, type StoredRequest } from '../targets/plan.ts'
import {
  countChanges,
  type PackageFacts,
  type RepeatableRow,
  selectCauses,
  selectNewerPackage,
  selectPackageFacts,
  selectRepeatable,
} from './queries.ts'

type FailedSims = ResponseOf<typeof getFailedSims>

/** The SIMs that failed in a campaign by cause, and what has changed since. Throws `ApiError('campaignNotFound' | 'searchTooSlow')`. */
export async function failedSimsOf(db: Db, campaignId: number, causes: readonly string[] | null): Promise<FailedSims> {
  const campaign = await selectRepeatable(db, campaignId)
  if (!campaign) throw new ApiError('campaignNotFound')
  return inTime(db, timeLimits.list, async (trx) => {
    const rows = await selectCauses(trx, campaignId)
    const changes = await countChanges(trx, { campaignId, causes, kind: campaign.action })
    const total = rows.reduce((sum, { cause, count }) => sum + (!causes || causes.includes(cause) ? count : 0), 0)
    return { total, causes: rows, since: { ...changes, ...(await packageChanges(trx, campaign)) } }
  })
}

type PackageChanges = Pick<FailedSims['since'], 'packageChangedAt' | 'defaultsDiffer' | 'newerPackage'>

async function packageChanges(db: Db, campaign: RepeatableRow): Promise<PackageChanges> {
  const now = campaign.package_id === null ? undefined : await selectPackageFacts(db, campaign.package_id)
  if (!now) return { packageChangedAt: null, defaultsDiffer: false, newerPackage: null }
  const { created_at: after } = campaign
  const newer = await selectNewerPackage(db, { packageAid: now.package_aid, otaVersion: now.ota_version, after })
  return {
    packageChangedAt: now.changed_at && now.changed_at > after ? now.changed_at.toISOString() : null,
    defaultsDiffer: defaultsDiffer(now, campaign.targets),
    newerPackage: newer ? { packageAID: newer.package_aid, otaVersion: newer.ota_version, label: newer.label, name: newer.name } : null,
  }
}

/** True if the package has default parameters other than those of the request. A rollback has no request. */
function defaultsDiffer(now: PackageFacts, request: StoredRequest): boolean {
  const { targets = [] } = parametersOf(request) as { targets?: Partial<OtaTarget>[] }
  const used = targets.find(({ active }) => active)
  const differs = (defaults: string | null, given = '') => defaults !== null && defaults.toUpperCase() !== given.toUpperCase()
  return !!used && (differs(now.install_parameters, used.installParameters) || differs(now.card_parameters, used.cardParameters))
}
