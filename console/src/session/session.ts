import type { Me } from '@simdeck/contract/me.ts'
import { create } from 'zustand'

/**
 * `starting` until the startup sequence is done, `busy` when it failed. `ended`: the server refused a session that stood;
 * the only way on is the logout page. `unasked`: the user did not sign out in this tab, but the session is over.
 */
export type Session =
  | { phase: 'starting' | 'busy' }
  | { phase: 'signedOut'; unasked: boolean }
  | { phase: 'signedIn'; me: Me }
  | { phase: 'ended' }

export const useSession = create<{ now: Session }>(() => ({ now: { phase: 'starting' } }))

export function setSession(now: Session): void {
  useSession.setState({ now })
}

export function session(): Session {
  return useSession.getState().now
}
