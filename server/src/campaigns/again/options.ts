import type { OptionsPackage } from '@simdeck/contract/campaign-again.ts'
import { ApiError } from '@simdeck/contract/errors.ts'
import type { OtaTarget } from '@simdeck/contract/ota-targets.ts'
import type { Db } from '../../platform/db/database.ts'
import { parametersOf } from '../targets/plan.ts'
import { selectPackageFacts, selectRepeatable } from './queries.ts'

/** The package by its id, with its present key; null for none. */
export async function optionsPackage(db: Db, packageId: number | null): Promise<OptionsPackage | null> {
  const found = packageId === null ? undefined : await selectPackageFacts(db, packageId)
  if (!found) return null
  return { packageAID: found.package_aid, otaVersion: found.ota_version, label: found.label, name: found.name, deleted: found.deleted }
}

/** The parameters of a kind in which each target with a package names it by its present key. */
export function withPresentKey(parameters: Record<string, unknown>, found: OptionsPackage | null): Record<string, unknown> {
  const { targets } = parameters as { targets?: OtaTarget[] }
  const named = targets?.filter((target) => target.package !== null) ?? []
  if (!targets || !found || named.length !== 1) return parameters
  const { packageAID, otaVersion, label } = found
  return { ...parameters, targets: targets.map((one) => (one.package ? { ...one, package: { packageAID, otaVersion, label } } : one)) }
}

/** The options of a campaign, for another one. Throws `ApiError('campaignNotFound' | 'campaignNotRepeatable')`. */
export async function campaignOptionsOf(db: Db, campaignId: number) {
  const campaign = await selectRepeatable(db, campaignId)
  if (!campaign) throw new ApiError('campaignNotFound')
  if (campaign.rollback_of !== null) throw new ApiError('campaignNotRepeatable')
  const found = await optionsPackage(db, campaign.package_id)
  const parameters = withPresentKey(parametersOf(campaign.targets), found)
  return {
    name: campaign.name,
    options: { kind: campaign.action, ...parameters, rollout: campaign.rollout },
    package: found,
    filter: campaign.filter,
  }
}
