import { ApiError } from '@simdeck/contract/errors.ts'
import type { Db } from '../../platform/db/database.ts'
import type { ListedCampaign, RollbackToSetUp } from '../setup-queries.ts'
import { keepFormerPackages, listReversals } from './queries.ts'

/** Lists the SIMs of a rollback for its set-up. It includes at most as many SIMs as were confirmed. Throws `ApiError`. */
export async function listRollback(trx: Db, rollbackId: number, { rollbackOf, confirmedCount }: RollbackToSetUp): Promise<ListedCampaign> {
  await keepFormerPackages(trx, rollbackOf)
  const listed = await listReversals(trx, rollbackId, rollbackOf)
  if (listed.total === 0) throw new ApiError('noTargetSims')
  if (listed.total > confirmedCount) throw new ApiError('startCountDiffers')
  return listed
}
