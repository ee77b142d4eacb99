import type { ErrorBody } from '@simdeck/contract/errors.ts'
import { session, setSession } from './session.ts'
import type { WhyEnded } from './session.ts'

let signingOut = false

/** Runs the user's own sign-out. While it runs, a refused call does not count as a session ended by the server. */
export async function runSignOut(signOut: () => Promise<void>): Promise<void> {
  signingOut = true
  try {
    await signOut()
  } finally {
    signingOut = false
  }
}

/** Reason of a session's end by the refusal of the server. Without a refusal, the session counts as expired. */
export const whyEndedBy = (refusal: ErrorBody | null): WhyEnded => refusal ?? { code: 'sessionExpired' }

/** Ends a session that the server no longer accepts; the login page shows the reason (specification §8, Session). */
export function endSession(refusal: ErrorBody | null): void {
  if (signingOut || session().phase !== 'signedIn') return
  setSession({ phase: 'ended', why: whyEndedBy(refusal) })
}
