import type { Tokens } from '@simdeck/contract/auth.ts'
import { CallError } from '@simdeck/contract/client.ts'
import type { ErrorCode } from '@simdeck/contract/errors.ts'
import type { Me } from '@simdeck/contract/me.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { useApplication } from '../ui/frame/application.ts'
import { useLanguageStore } from '../ui/words/language.ts'
import { usePersisted } from '../ui/table/persisted.ts'
import { textIn } from '../ui/words/text.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { call, whenMfaRequired } from './api/api.ts'
import { runSignOut, whyEndedBy } from './ending.ts'
import { toastFailure } from './api/failure.ts'
import { failureTexts } from './api/failure-texts.ts'
import { connectLive, onSocketEvent } from './live/live.ts'
import { observeLeaving } from './leaving-page.ts'
import { updateMe, refreshMe } from './api/own-profile.ts'
import { queryClient } from './api/query-client.ts'
import { keepRenewing } from './api/renewal.ts'
import { signIn } from './address/redirect.ts'
import { refreshSettings } from './api/save-settings.ts'
import { pastedKey } from './pasted-key.ts'
import { session, setSession, useSession } from './session.ts'
import type { Session } from './session.ts'
import { forgetOwnSettings, updateSettings } from './settings.ts'
import { callOnce, setBaseUrls } from './api/transport.ts'

const isOver = (error: unknown): error is CallError => error instanceof CallError && error.status === 401

/** True if the check at the start refuses the session: it has ended, or the address is no longer allowed. */
const isRefused = (error: unknown): error is CallError =>
  isOver(error) || (error instanceof CallError && error.body?.code === ('addressNotAllowed' satisfies ErrorCode))

async function initialise(): Promise<void> {
  const { configs, env } = await callOnce(endpoints.init, {})
  setBaseUrls(env.baseUrls)
  updateSettings(configs)
  const { docsUrl, features, signUp } = env
  useApplication.setState({ version: env.showVersion ? `v${env.version}` : null, docsUrl, features, signUp })
}

/**
 * Reloads theme, logo and name. While nobody is signed in, they may change without an event. A failure is ignored, because the
 * caller repeats the call.
 */
export async function refreshBeforeSignIn(): Promise<void> {
  if (session().phase === 'signedOut') await initialise().catch(() => undefined)
}

let stopLive: (() => void) | null = null

/**
 * Loads profile and settings of the signed-in user, and shows a failure as a toast. If the session has ended, the login page shows
 * the reason.
 */
async function loadProfile(): Promise<Me> {
  try {
    const me = await call(endpoints.getMe, {})
    await refreshSettings()
    return me
  } catch (error) {
    const { noProfile } = textIn(failureTexts, useLanguageStore.getState().language)
    if (isOver(error)) toast.error(noProfile)
    else toastFailure(noProfile, error)
    throw error
  }
}

/** Loads the changes made before the websocket connected and during gaps in the connection. A failure leaves the known settings. */
function onConnected(): void {
  refreshSettings().catch(() => undefined)
  refreshMe()
}

/** Keeps one websocket open. A user who must first set up multi-factor authentication gets none. */
function keepLive(): () => void {
  let stop: (() => void) | null = null
  const follow = ({ now }: { now: Session }): void => {
    if (now.phase === 'signedIn' && !now.me.mfaSetupRequired) {
      stop ??= connectLive(onConnected)
    } else {
      stop?.()
      stop = null
    }
  }
  const unfollow = useSession.subscribe(follow)
  return () => {
    unfollow()
    stop?.()
  }
}

/**
 * Second half of the startup sequence: profile and settings, then the websocket. It also runs after a sign-in. Throws the answer of
 * the server.
 */
async function enter(): Promise<void> {
  const me = await loadProfile()
  stopLive?.()
  const follow = onSocketEvent((event) => {
    if (event.event === 'SETTINGS_UPDATED') updateSettings(event.settings)
    if (event.event === 'ME_UPDATED') updateMe(event.me)
  })
  const stops = [follow, keepLive(), keepRenewing()]
  stopLive = () => {
    for (const stop of stops) stop()
  }
  setSession({ phase: 'signedIn', me })
}

function leave(): void {
  signIn.madeHere = false
  stopLive?.()
  stopLive = null
  queryClient.clear()
  sessionStorage.removeItem(pastedKey)
  forgetOwnSettings()
}

/** Ends a failed start. A 401 leads to the logout page, any other error to the busy page (specification §1, Startup sequence). */
function giveUp(error: unknown): void {
  setSession(isOver(error) ? { phase: 'ended', why: whyEndedBy(error.body) } : { phase: 'busy' })
}

async function startUp(): Promise<void> {
  try {
    await initialise()
    if (!usePersisted.getState().auth) return setSession({ phase: 'signedOut', why: null })
    try {
      await call(endpoints.check, {})
    } catch (error) {
      if (!isRefused(error)) throw error
      usePersisted.getState().setAuth(null)
      return setSession({ phase: 'signedOut', why: whyEndedBy(error.body) })
    }
    await enter()
  } catch (error) {
    giveUp(error)
  }
}

/** Runs the startup sequence (specification §1), then follows the sign-ins and sign-outs of other tabs. Call once. */
export async function start(): Promise<void> {
  observeLeaving()
  whenMfaRequired(refreshMe)
  await startUp()
  usePersisted.subscribe((now, before) => {
    const { phase } = session()
    if (before.auth && !now.auth && phase === 'signedIn') {
      leave()
      setSession({ phase: 'signedOut', why: { code: 'signedOutElsewhere' } })
    } else if (!before.auth && now.auth && phase === 'signedOut') {
      enter().catch(giveUp)
    }
  })
}

/**
 * Stores the tokens of a completed sign-in. The subscription in `start` then opens the console. Resolves when the console is open
 * or has failed to open.
 */
export function takeTokens(tokens: Tokens): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = useSession.subscribe(({ now }) => {
    if (now.phase === 'signedOut') return
    stop()
    resolve()
  })
  signIn.madeHere = true
  usePersisted.getState().setAuth(tokens)
  return promise
}

/** Signs out in all tabs, and on the server if it still accepts the session. */
export function signOut(): Promise<void> {
  return runSignOut(async () => {
    const now = session()
    // Without an answer of the server, the user is signed out in this browser all the same.
    if (now.phase === 'signedIn') await call(endpoints.logout, {}).catch(() => undefined)
    leave()
    usePersisted.getState().setAuth(null)
    setSession({ phase: 'signedOut', why: 'why' in now ? now.why : null })
  })
}
