import { toast } from '../ui/toast.tsx'
import { textIn } from '../ui/text.ts'
import { useLanguageStore } from '../ui/language.ts'
import { failureWords } from './failure-words.ts'
import { session, setSession } from './session.ts'

/** Ends a session that the server no longer accepts: says why, once, and leaves the rest to the logout page (specification §8, Session). */
export function endSession(message: string | undefined): void {
  if (session().phase !== 'signedIn') return
  setSession({ phase: 'ended' })
  toast.error(message ?? textIn(failureWords, useLanguageStore.getState().language).sessionExpired)
}
