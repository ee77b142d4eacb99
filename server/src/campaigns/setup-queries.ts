import type { Language } from '@simdeck/contract/languages.ts'
import type { OtaKindName } from '@simdeck/contract/ota-kinds/kinds.ts'
import type { OtaTarget } from '@simdeck/contract/ota-targets.ts'
import type { Rollout } from '@simdeck/contract/rollout.ts'
import type { PlannedStep } from '../ota-kinds/kind.ts'
import type { Db } from '../platform/db/database.ts'
import { isBeingSetUp } from './sql/being-set-up.ts'

/** The start of a large campaign as the call requested it. */
export type StartToSetUp = {
  snapshotId: number
  kind?: OtaKindName | undefined
  parameters: Partial<Record<string, unknown>> & { targets?: OtaTarget[] | undefined }
  confirmedCount: number | undefined
  removalConsent: boolean
  rollout: Rollout | null
  language: Language
}

/** The rollback of a large campaign as the call requested it. */
export type RollbackToSetUp = { rollbackOf: number; confirmedCount: number }

/** The OTA that each SIM of a campaign gets after a removal. */
export type CommonStep = PlannedStep & { kind: OtaKindName }

/** The numbers of SIMs and OTAs, the kind and the package of a campaign whose SIMs are listed for its set-up. */
export type ListedCampaign = {
  total: number
  excluded: number
  otas: number
  action: OtaKindName
  packageId: number | null
  /** Null if the SIMs have no such OTA, or each its own. */
  step: CommonStep | null
}

/** The call whose campaign is being set up. */
export type SetupRequest = StartToSetUp | RollbackToSetUp

/** Stores the set-up of a campaign. No other campaign uses its snapshot. */
export async function insertSetup(trx: Db, campaignId: number, request: SetupRequest): Promise<void> {
  const snapshotId = 'snapshotId' in request ? request.snapshotId : null
  await trx
    .insertInto('campaign_setups')
    .values({ campaign_id: campaignId, request: JSON.stringify(request), snapshot_id: snapshotId })
    .execute()
}

/** True if this campaign is being set up. */
export async function isInSetup(db: Db, id: number): Promise<boolean> {
  const row = await db.selectFrom('campaigns').select('id').where('id', '=', id).where(isBeingSetUp('campaigns')).executeTakeFirst()
  return row !== undefined
}

/** True if a rollback of this campaign is being set up. */
export async function hasRollbackInSetup(db: Db, campaignId: number): Promise<boolean> {
  const row = await db
    .selectFrom('campaigns')
    .select('id')
    .where('rollback_of', '=', campaignId)
    .where(isBeingSetUp('campaigns'))
    .executeTakeFirst()
  return row !== undefined
}
