import { maxUnconfirmedSims } from '@simdeck/contract/bulk-ota.ts'
import { ApiError } from '@simdeck/contract/errors.ts'

/** Throws unless the caller has confirmed the number of SIMs. A small number needs no confirmation, but a wrong one is refused. */
export function requireCount(confirmedCount: number | undefined, sims: number): void {
  if (confirmedCount === undefined && sims > maxUnconfirmedSims) throw new ApiError('startCountRequired')
  if (confirmedCount !== undefined && confirmedCount !== sims) throw new ApiError('startCountDiffers')
}
