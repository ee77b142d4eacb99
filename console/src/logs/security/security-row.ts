import { errorCatalogue } from '@simdeck/contract/errors.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import type { SecurityEvent } from '@simdeck/contract/security-log.ts'
import { textIn } from '../../ui/words/text.ts'
import { securityText } from './security-text.ts'

/** Account that an event concerns: a member, an API ID, or the mark of an unknown address; null for none. */
export function accountOf({ member, api_id: apiId, stranger }: SecurityEvent, language: Language): string | null {
  return member ?? apiId ?? (stranger === null ? null : textIn(securityText, language).stranger(stranger.slice(0, 8)))
}

/** Detail of an event in words: the message of a refusal, or the value itself. */
export function detailOf({ detail }: SecurityEvent, language: Language): string | null {
  if (detail === 'tooMany') return textIn(securityText, language).tooMany
  return errorCatalogue[detail as keyof typeof errorCatalogue]?.[language] ?? detail
}
