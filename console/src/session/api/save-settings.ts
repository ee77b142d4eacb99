import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { SettingItem } from '@simdeck/contract/init.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import type { SettingKey } from '@simdeck/contract/settings.ts'
import { useLanguageStore } from '../../ui/words/language.ts'
import { defineText, textIn } from '../../ui/words/text.ts'
import { call } from './api.ts'
import { toastFailure } from './failure.ts'
import { session } from '../session.ts'
import { updateSettings } from '../settings.ts'

const text = defineText({ notSaved: { ja: '表示言語を保存できませんでした', en: 'The language could not be saved' } })

/** Loads all settings and applies them. */
export async function refreshSettings(): Promise<void> {
  updateSettings(await call(endpoints.getUserConfig, { query: {} }))
}

/** Reloads the settings after each change (specification §7). A failure of the reload is ignored, because the change is saved. */
async function afterSaving(answered: readonly SettingItem[]): Promise<void> {
  updateSettings(answered)
  await refreshSettings().catch(() => undefined)
}

/** Saves these values, all or none, and applies the answer of the server. Throws `CallError`. */
export async function saveSettings(changes: readonly { key: SettingKey; value: string }[]): Promise<void> {
  await afterSaving(await call(endpoints.postUserConfig, { body: changes.map(({ key, value }) => ({ key, value })) }))
}

/** Sets the language of the screen at once. For a signed-in user with the permission, it is also saved on the server. */
export async function chooseLanguage(language: Language): Promise<void> {
  useLanguageStore.getState().setLanguage(language)
  const now = session()
  if (now.phase !== 'signedIn') return
  if (!now.me.role.permissions.some(({ permission }) => permission.name === 'SETTING_LANGUAGE_DATETIME')) return
  try {
    await afterSaving(await call(endpoints.postLanguage, { body: { language } }))
  } catch (error) {
    toastFailure(textIn(text, language).notSaved, error)
  }
}
