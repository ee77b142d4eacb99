import { ApiError } from '@simdeck/contract/errors.ts'
import type { Caller } from './handler.ts'

const proofMinutes = 10

/** True if the sign-in proved the identity of its member within the last ten minutes. */
function recentlyVerified({ verifiedAt }: { verifiedAt: Date }): boolean {
  return Date.now() - verifiedAt.getTime() < proofMinutes * 60_000
}

/** Throws unless the caller is a person with a recent proof. */
export function requireProof(caller: Caller): void {
  if (caller.kind !== 'member' || !recentlyVerified(caller)) throw new ApiError('verificationRequired')
}
