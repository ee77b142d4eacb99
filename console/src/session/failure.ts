import { CallError } from '@simdeck/contract/client.ts'
import { useLanguageStore } from '../ui/language.ts'
import { textIn } from '../ui/text.ts'
import { toast } from '../ui/toast.tsx'
import { failureWords } from './failure-words.ts'

/** What to tell of a failure: the server's message, else the error's own, else the fallback (specification §8). */
export function failureText(error: unknown): string {
  const t = textIn(failureWords, useLanguageStore.getState().language)
  if (error instanceof CallError) return error.body?.message ?? t.answered(error.status)
  // `fetch` rejects with a TypeError whose words are the browser's, in the browser's language.
  if (error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError')) return t.unreachable
  return error instanceof Error && error.message !== '' ? error.message : t.fallback
}

/** Says under `title` why something failed. */
export function toastFailure(title: string, error: unknown): void {
  toast.error(title, failureText(error))
}
