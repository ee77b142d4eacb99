import { ApiError } from '@simdeck/contract/errors.ts'
import type { BodyOf } from '@simdeck/contract/endpoint.ts'
import type { compareHeldParameters } from '@simdeck/contract/held-parameters.ts'
import type { Db } from '../../platform/db/database.ts'
import { inTime, timeLimits } from '../../platform/db/time-limit.ts'
import { type HeldParameters, selectHeldParameters } from './held-parameters-queries.ts'
import { snapshotExists } from './queries.ts'

/** Compares parameters with those that the SIMs of a snapshot have. Throws `ApiError('snapshotNotFound' | 'searchTooSlow')`. */
export async function heldParameters(
  db: Db,
  { snapshotId, packageAID, installParameters, cardParameters }: BodyOf<typeof compareHeldParameters>,
): Promise<HeldParameters> {
  if (!(await snapshotExists(db, snapshotId))) throw new ApiError('snapshotNotFound')
  const given = { installParameters: installParameters.toUpperCase(), cardParameters: cardParameters.toUpperCase() }
  return inTime(db, timeLimits.list, (trx) => selectHeldParameters(trx, { snapshotId, packageAid: packageAID, given }))
}
