import { CallError } from '@simdeck/contract/client.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { tokenRefreshMs } from '@simdeck/contract/events.ts'
import { usePersisted } from '../../ui/table/persisted.ts'
import { endSession } from '../ending.ts'
import { callOnce } from './transport.ts'
import { isLeavingPage } from '../leaving-page.ts'

const accessToken = (): string | undefined => usePersisted.getState().auth?.accessToken

async function exchange(used: string): Promise<boolean> {
  // Another tab may have written newer tokens. Its storage event may not have arrived yet.
  await usePersisted.persist.rehydrate()
  const { auth, setAuth } = usePersisted.getState()
  if (!auth) return false
  if (auth.accessToken !== used) return true
  setAuth(await callOnce(endpoints.refreshToken, { body: { refresh_token: auth.refreshToken } }))
  return true
}

async function withRenewalLock(act: () => Promise<boolean>): Promise<boolean> {
  // Locks exist in secure contexts only. Over plain HTTP, two tabs may renew at the same time; the server still accepts the
  // previous token for a short time.
  return 'locks' in navigator ? await navigator.locks.request('simdeck-renewal', act) : act()
}

let running: Promise<boolean> | null = null

/** Renews the tokens. Only one renewal runs at a time in this tab and, if the browser has locks, in all its tabs. */
function renewTokens(): Promise<boolean> {
  const used = accessToken()
  if (used === undefined) return Promise.resolve(false)
  running ??= withRenewalLock(() => exchange(used)).finally(() => {
    running = null
  })
  return running
}

/** True if the server refused the request. False if it is unreachable or overloaded. */
const isRefusal = (error: unknown): error is CallError =>
  error instanceof CallError && error.status >= 400 && error.status < 500 && error.status !== 429

/**
 * Renews the tokens after a 401. Returns true if the call can be repeated with new tokens, false if the session has ended. Throws
 * the server's answer if the server refuses the renewal, because that answer is more precise than the 401. Also throws if the
 * browser aborted the renewal because the page is being left: the session stays, and the next page renews the stored tokens.
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
 * Renews the tokens every 120,000 ms while the user is signed in. A round is left out if another tab has renewed them since the
 * last one. If the server is unreachable, the next round tries again, because the current token is still valid.
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
