import { textIn } from '../ui/text.ts'
import { useLanguageStore } from '../ui/language.ts'
import { failureWords } from './failure-words.ts'
import { session, setSession } from './session.ts'

let leaving = false

/** While the user signs out by themselves, a call that is still under way and comes too late is no session that ended. */
export async function leavingBy(signOut: () => Promise<void>): Promise<void> {
  leaving = true
  try {
    await signOut()
  } finally {
    leaving = false
  }
}

/** Ends a session that the server no longer accepts; the login page says why (specification §8, Session). */
export function endSession(message: string | undefined): void {
  if (leaving || session().phase !== 'signedIn') return
  setSession({ phase: 'ended', why: message ?? textIn(failureWords, useLanguageStore.getState().language).sessionExpired })
}
