import type { ErrorBody } from '@simdeck/contract/errors.ts'
import { session, setSession } from './session.ts'
import type { WhyEnded } from './session.ts'

let leaving = false

/** While the user signs out by themselves, a call that is still under way and comes too late is no session that ended. */
export async function leavingBy(signOut: () => Promise<void>): Promise<void> {
  leaving = true
  try {
    await signOut()
  } finally {
    leaving = false
  }
}

/** What the server's refusal says of the end of a session; one that says nothing counts as an expired session. */
export const whyEndedBy = (refusal: ErrorBody | null): WhyEnded => refusal ?? { code: 'sessionExpired' }

/** Ends a session that the server no longer accepts; the login page says why (specification §8, Session). */
export function endSession(refusal: ErrorBody | null): void {
  if (leaving || session().phase !== 'signedIn') return
  setSession({ phase: 'ended', why: whyEndedBy(refusal) })
}
