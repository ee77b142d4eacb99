import { CallError } from '@simdeck/contract/client.ts'
import { useLanguageStore } from '../../ui/words/language.ts'
import { textIn } from '../../ui/words/text.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { failureWords } from './failure-words.ts'

/** What is under way by a name of its own, for its fallback. */
type Process = 'otaList'

/** What to tell of a failure: the server's message, else the error's own, else the fallback (specification §8). */
export function failureText(error: unknown, process?: Process): string {
  const t = textIn(failureWords, useLanguageStore.getState().language)
  const fallback = process ? t.process(t[process]) : t.fallback
  if (error instanceof CallError) return error.body?.message ?? fallback
  // `fetch` rejects with a TypeError whose words are the browser's, in the browser's language.
  if (error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError')) return t.unreachable
  return error instanceof Error && error.message !== '' ? error.message : fallback
}

/** Says under `title` why something failed. */
export function toastFailure(title: string, error: unknown): void {
  toast.error(title, failureText(error))
}
