import { CallError } from '@simdeck/contract/client.ts'
import { errorCatalogue } from '@simdeck/contract/errors.ts'
import type { ErrorCode } from '@simdeck/contract/errors.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import { failureText } from '../../../session/api/failure.ts'
import { formatNumber } from '../../../ui/words/numbers.ts'
import { textIn } from '../../../ui/words/text.ts'
import { text } from '../import-text.ts'

/** Error for a file that can no longer be read, because it was changed after the user chose it. */
export class FileChanged extends Error {}

const codeOf = (failure: unknown): ErrorCode | undefined => (failure instanceof CallError ? failure.body?.code : undefined)

export const isTooLarge = (failure: unknown): boolean => codeOf(failure) === 'payloadTooLarge'

/** Reason of a refused file in this language, even if the server answered in the other one. `limit` is the maximum size in megabytes. */
export function refusalText(failure: unknown, language: Language, limit: number | null = null): string {
  const t = textIn(text, language)
  if (failure instanceof FileChanged) return t.changed
  if (isTooLarge(failure) && limit !== null) return t.tooLarge(formatNumber(limit))
  const code = codeOf(failure)
  return code !== undefined && Object.hasOwn(errorCatalogue, code) ? errorCatalogue[code][language] : failureText(failure)
}
