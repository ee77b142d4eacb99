import { CallError } from '@simdeck/contract/client.ts'
import type { Me } from '@simdeck/contract/me.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { useApplication } from '../ui/application.ts'
import { useLanguageStore } from '../ui/language.ts'
import { usePersisted } from '../ui/persisted.ts'
import { textIn } from '../ui/text.ts'
import { call } from './api.ts'
import { toastFailure } from './failure.ts'
import { failureWords } from './failure-words.ts'
import { connectLive, onSocketEvent } from './live.ts'
import { queryClient } from './query-client.ts'
import { keepRenewing } from './renewal.ts'
import { refreshSettings } from './save-settings.ts'
import { session, setSession } from './session.ts'
import { forgetOwnSettings, learnSettings } from './settings.ts'
import { callOnce, setBaseUrls } from './transport.ts'

const isRefused = (error: unknown): boolean => error instanceof CallError && error.status === 401

async function initialise(): Promise<void> {
  const { configs, env } = await callOnce(endpoints.init, {})
  setBaseUrls(env.baseUrls)
  learnSettings(configs)
  useApplication.setState({ version: env.showVersion ? `v${env.version}` : null, docsUrl: env.docsUrl, features: env.features })
}

/** Theme, logo and name may have changed while nobody is signed in, when no websocket tells. Failing is no matter: it is asked again. */
export async function refreshBeforeSignIn(): Promise<void> {
  if (session().phase === 'signedOut') await initialise().catch(() => undefined)
}

let stopLive: (() => void) | null = null

async function loadProfile(): Promise<Me> {
  try {
    return await call(endpoints.me, {})
  } catch (error) {
    toastFailure(textIn(failureWords, useLanguageStore.getState().language).noProfile, error)
    throw error
  }
}

/** What was saved before the websocket stood, and during every gap, is asked for. */
function onConnected(): void {
  refreshSettings().catch(() => undefined)
}

/** The second half of the start, which signing in runs too: profile and settings, then the websocket. Throws what the server answered. */
async function enter(): Promise<void> {
  const me = await loadProfile()
  await refreshSettings()
  stopLive?.()
  const follow = onSocketEvent((event) => {
    if (event.event === 'SETTINGS_UPDATED') learnSettings(event.settings)
  })
  const stops = [follow, connectLive(onConnected), keepRenewing()]
  stopLive = () => {
    for (const stop of stops) stop()
  }
  setSession({ phase: 'signedIn', me })
}

function leave(): void {
  stopLive?.()
  stopLive = null
  queryClient.clear()
  forgetOwnSettings()
}

/** A 401 leads to logout, anything else to the busy page. */
function giveUp(error: unknown): void {
  setSession({ phase: isRefused(error) ? 'ended' : 'busy' })
}

async function startUp(): Promise<void> {
  try {
    await initialise()
    if (!usePersisted.getState().auth) return setSession({ phase: 'signedOut' })
    try {
      await call(endpoints.check, {})
    } catch (error) {
      if (!isRefused(error)) throw error
      usePersisted.getState().setAuth(null)
      return setSession({ phase: 'signedOut' })
    }
    await enter()
  } catch (error) {
    giveUp(error)
  }
}

/** Runs the startup sequence (specification §1), then follows sign-in and sign-out of the other tabs. Call once. */
export async function start(): Promise<void> {
  await startUp()
  usePersisted.subscribe((kept, before) => {
    const { phase } = session()
    if (before.auth && !kept.auth && phase === 'signedIn') {
      leave()
      setSession({ phase: 'signedOut' })
    } else if (!before.auth && kept.auth && phase === 'signedOut') {
      enter().catch(giveUp)
    }
  })
}

/** Signs in; the subscription of `start` does the rest. Throws `CallError`. */
export async function signIn(credentials: { email: string; password: string }): Promise<void> {
  const answer = await callOnce(endpoints.login, { body: credentials })
  if ('accessToken' in answer) usePersisted.getState().setAuth(answer)
}

/** Signs out on the server as far as it still listens, and in all tabs. */
export async function signOut(): Promise<void> {
  if (session().phase === 'signedIn') await call(endpoints.logout, {}).catch(() => undefined)
  leave()
  usePersisted.getState().setAuth(null)
  setSession({ phase: 'signedOut' })
}
