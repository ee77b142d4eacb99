import type { Me } from '@simdeck/contract/me.ts'
import { create } from 'zustand'

/**
 * `starting` until the startup sequence is done, `busy` when it failed. `ended`: the server refused a session that stood;
 * the only way on is the logout page.
 */
export type Session = { phase: 'starting' | 'busy' | 'signedOut' } | { phase: 'signedIn'; me: Me } | { phase: 'ended' }

export const useSession = create<{ now: Session }>(() => ({ now: { phase: 'starting' } }))

export function setSession(now: Session): void {
  useSession.setState({ now })
}

export function session(): Session {
  return useSession.getState().now
}
