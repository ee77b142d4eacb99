import type { Me } from '@simdeck/contract/me.ts'
import { create } from 'zustand'

/** Reason of a session's end. The login page has a text for most codes; for the others it shows `message`. */
export interface WhyEnded {
  code: string
  message?: string
}

/**
 * Session of this tab. `starting`: the startup sequence runs. `busy`: it failed. `ended`: the server refused an existing session,
 * and only the logout page can follow. `why`: the reason of an end that the user did not cause in this tab.
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
