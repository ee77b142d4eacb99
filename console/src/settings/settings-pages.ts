import type { Permission } from '@simdeck/contract/permissions.ts'
import { defineText } from '../ui/text.ts'

export const settingsPageText = defineText({
  theme: { ja: 'テーマ', en: 'Theme' },
})

/** A sub-page of the settings; it is listed once its screen exists. */
export interface SettingsPageEntry {
  words: keyof typeof settingsPageText
  to: '/settings/theme'
  needs: Permission
}

export const settingsPages: readonly SettingsPageEntry[] = [{ words: 'theme', to: '/settings/theme', needs: 'SETTING_THEME' }]
