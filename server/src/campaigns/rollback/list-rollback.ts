import { ApiError } from '@simdeck/contract/errors.ts'
import type { Db } from '../../platform/db/database.ts'
import type { RollbackToSetUp } from '../setup-queries.ts'
import { keepFormerPackages, type ListedRollback, listReversals } from './queries.ts'

/** Lists the OTAs of a rollback for its set-up. It includes at most as many SIMs as were confirmed. Throws `ApiError`. */
export async function listRollback(trx: Db, { rollbackOf, confirmedCount }: RollbackToSetUp): Promise<ListedRollback> {
  await keepFormerPackages(trx, rollbackOf)
  const listed = await listReversals(trx, rollbackOf)
  if (listed.total === 0) throw new ApiError('noTargetSims')
  if (listed.total > confirmedCount) throw new ApiError('startCountDiffers')
  return listed
}
