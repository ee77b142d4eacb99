import { CallError } from '@simdeck/contract/client.ts'
import { useLanguageStore } from '../../ui/words/language.ts'
import { textIn } from '../../ui/words/text.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { failureTexts } from './failure-texts.ts'

/** Processes whose name the fallback message contains. */
type Process = 'otaList'

/** Message for a failure: the server's, otherwise the error's own, otherwise the fallback (specification §8). */
export function failureText(error: unknown, process?: Process): string {
  const t = textIn(failureTexts, useLanguageStore.getState().language)
  const fallback = process ? t.process(t[process]) : t.fallback
  if (error instanceof CallError) return error.body?.message ?? fallback
  // `fetch` rejects with a TypeError, whose message is in the browser's language.
  if (error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError')) return t.unreachable
  return error instanceof Error && error.message !== '' ? error.message : fallback
}

/** Shows an error toast with the title and the reason of the failure. */
export function toastFailure(title: string, error: unknown): void {
  toast.error(title, failureText(error))
}
