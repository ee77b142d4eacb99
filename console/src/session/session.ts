import type { Me } from '@simdeck/contract/me.ts'
import { create } from 'zustand'

/** Reason of a session's end: a code with words in both languages on the login page, else the server's message. */
export interface WhyEnded {
  code: string
  message?: string
}

/**
 * `starting` until the startup sequence is done, `busy` if it failed. `ended`: the server refused an existing session; the only
 * next screen is the logout page. `why`: reason of an end that the user did not cause in this tab.
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
