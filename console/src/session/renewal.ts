import { CallError } from '@simdeck/contract/client.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { tokenRefreshMs } from '@simdeck/contract/events.ts'
import { usePersisted } from '../ui/table/persisted.ts'
import { endSession } from './ending.ts'
import { callOnce } from './api/transport.ts'
import { isLeavingPage } from './leaving-page.ts'

const accessToken = (): string | undefined => usePersisted.getState().auth?.accessToken

async function exchange(used: string): Promise<boolean> {
  // Another tab may have written newer tokens that its storage event has not told yet.
  await usePersisted.persist.rehydrate()
  const { auth, setAuth } = usePersisted.getState()
  if (!auth) return false
  if (auth.accessToken !== used) return true
  setAuth(await callOnce(endpoints.refreshToken, { body: { refresh_token: auth.refreshToken } }))
  return true
}

async function inTurn(act: () => Promise<boolean>): Promise<boolean> {
  // Locks exist in secure contexts only; over plain http the server's grace for the token before saves the slower tab.
  return 'locks' in navigator ? await navigator.locks.request('simdeck-renewal', act) : act()
}

let running: Promise<boolean> | null = null

/** One renewal at a time in this tab, and, where the browser has locks, in all of its tabs. */
function renewTokens(): Promise<boolean> {
  const used = accessToken()
  if (used === undefined) return Promise.resolve(false)
  running ??= inTurn(() => exchange(used)).finally(() => {
    running = null
  })
  return running
}

/** Whether the server said no, rather than being out of reach or overloaded. */
const isRefusal = (error: unknown): error is CallError =>
  error instanceof CallError && error.status >= 400 && error.status < 500 && error.status !== 429

/**
 * After a 401: true when new tokens are there and the call is worth another try; otherwise the session has ended. Throws what the
 * server answered when it refuses the renewal: it tells more than the 401 did. Throws too when the browser gave the renewal up because
 * the page is being left: the session stands, and the next page renews by the tokens that are kept.
 */
export async function renewAfterRefusal(): Promise<boolean> {
  try {
    return await renewTokens()
  } catch (error) {
    if (isLeavingPage() && !(error instanceof CallError)) throw error
    endSession(error instanceof CallError ? error.body : null)
    if (isRefusal(error)) throw error
    return false
  }
}

/**
 * Renews every 120,000 ms while signed in; a round is left out when another tab renewed since the last one.
 * A server that can't be reached is asked again in the next round: the present token is still good.
 */
export function keepRenewing(): () => void {
  let known = accessToken()
  const timer = window.setInterval(() => {
    if (accessToken() !== known) {
      known = accessToken()
      return
    }
    renewTokens()
      .catch((error: unknown) => {
        if (isRefusal(error)) endSession(error.body)
      })
      .finally(() => {
        known = accessToken()
      })
  }, tokenRefreshMs)
  return () => window.clearInterval(timer)
}
