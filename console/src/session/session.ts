import type { Me } from '@simdeck/contract/me.ts'
import { create } from 'zustand'

/** Why a session is over: a code whose words the login page has in both languages, else the server's message as it came. */
export interface WhyEnded {
  code: string
  message?: string
}

/**
 * `starting` until the startup sequence is done, `busy` when it failed. `ended`: the server refused a session that stood;
 * the only way on is the logout page. `why` tells why a session is over that the user did not end in this tab.
 */
export type Session =
  | { phase: 'starting' | 'busy' }
  | { phase: 'signedOut'; why: WhyEnded | null }
  | { phase: 'signedIn'; me: Me }
  | { phase: 'ended'; why: WhyEnded }

export const useSession = create<{ now: Session }>(() => ({ now: { phase: 'starting' } }))

export function setSession(now: Session): void {
  useSession.setState({ now })
}

export function session(): Session {
  return useSession.getState().now
}
