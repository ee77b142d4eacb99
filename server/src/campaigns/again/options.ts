import type { OptionsPackage, OptionsScript } from '@simdeck/contract/campaign-again.ts'
import { ApiError } from '@simdeck/contract/errors.ts'
import type { OtaTarget } from '@simdeck/contract/ota-targets.ts'
import { revisionsOf } from '../../package-scripts/revisions.ts'
import { valuesById, valuesShape } from '../../package-scripts/values/access.ts'
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

/** The revision of the script that a kind's parameters name; null for none. */
async function optionsScript(db: Db, id: unknown): Promise<OptionsScript | null> {
  return typeof id === 'number' ? ((await revisionsOf(db, [id])).get(id) ?? null) : null
}

/** The options of a campaign, for another one. Throws `ApiError('campaignNotFound' | 'campaignNotRepeatable')`. */
export async function campaignOptionsOf(db: Db, campaignId: number) {
  const campaign = await selectRepeatable(db, campaignId)
  if (!campaign) throw new ApiError('campaignNotFound')
  if (campaign.rollback_of !== null) throw new ApiError('campaignNotRepeatable')
  const found = await optionsPackage(db, campaign.package_id)
  const { valuesId, ...parameters } = withPresentKey(parametersOf(campaign.targets), found)
  const values = typeof valuesId === 'number' ? await valuesById(db, valuesId) : null
  return {
    name: campaign.name,
    options: {
      kind: campaign.action,
      ...parameters,
      ...(values ? { valuesId: values.id } : {}),
      rollout: campaign.rollout,
      wakeSims: campaign.wakes_sims,
    },
    package: found,
    script: await optionsScript(db, parameters['scriptId']),
    values: values && valuesShape(values),
    filter: campaign.filter,
  }
}
