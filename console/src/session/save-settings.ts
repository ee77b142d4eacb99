import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import type { SettingKey } from '@simdeck/contract/settings.ts'
import { useLanguageStore } from '../ui/language.ts'
import { defineText, textIn } from '../ui/text.ts'
import { call } from './api.ts'
import { toastFailure } from './failure.ts'
import { session } from './session.ts'
import { learnSettings } from './settings.ts'

const text = defineText({ notSaved: { ja: '表示言語を保存できませんでした', en: 'The language could not be saved' } })

/** Asks the server for all settings again and puts them in force. */
export async function refreshSettings(): Promise<void> {
  learnSettings(await call(endpoints.getUserConfig, { query: {} }))
}

/** Saves these values, all or none, and puts what the server then holds in force. Throws `CallError`. */
export async function saveSettings(changes: readonly { key: SettingKey; value: string }[]): Promise<void> {
  await call(endpoints.postUserConfig, { body: [...changes] })
  await refreshSettings()
}

/** The language of the screen, at once; kept on the server too by who is signed in and may. */
export async function chooseLanguage(language: Language): Promise<void> {
  useLanguageStore.getState().setLanguage(language)
  const now = session()
  if (now.phase !== 'signedIn') return
  if (!now.me.role.permissions.some(({ permission }) => permission.name === 'SETTING_LANGUAGE_DATETIME')) return
  try {
    await call(endpoints.postLanguage, { body: { language } })
    await refreshSettings()
  } catch (error) {
    toastFailure(textIn(text, language).notSaved, error)
  }
}
