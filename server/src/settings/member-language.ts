import { type Language, languages } from '@simdeck/contract/languages.ts'
import type { Db } from '../platform/db/database.ts'
import { ownSettings } from './settings.ts'

/** The language of the member's settings, else that of the request. */
export async function memberLanguage(db: Db, memberId: number, ofRequest: Language): Promise<Language> {
  const own = await ownSettings(db, memberId)
  const chosen = own.find(({ key }) => key === 'user_language')?.value
  return languages.find((language) => language === chosen) ?? ofRequest
}
