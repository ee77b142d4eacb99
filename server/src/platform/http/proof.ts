import { ApiError } from '@simdeck/contract/errors.ts'
import type { Caller } from './handler.ts'

const proofMinutes = 10

/** Whether the sign-in has proved within the last ten minutes that it is the person's. */
function recentlyVerified({ verifiedAt }: { verifiedAt: Date }): boolean {
  return Date.now() - verifiedAt.getTime() < proofMinutes * 60_000
}

/** Throws unless the caller is a person whose sign-in has a fresh proof. */
export function requireProof(caller: Caller): void {
  if (caller.kind !== 'member' || !recentlyVerified(caller)) throw new ApiError('verificationRequired')
}
