import { languages } from '@simdeck/contract/languages.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import type { SettingKey } from '@simdeck/contract/settings.ts'

export interface PersonalForm {
  name: string
  language: Language
  /** True if dates and times are shown in the time zone of the browser. */
  automatic: boolean
  /** Chosen time zone, which applies if `automatic` is false; null if none was chosen. */
  zone: string | null
  startScreen: StartScreen
}
export type StartScreen = 'sims' | 'overview'
type Values = Partial<Record<SettingKey, string>>

/** Saved values of the form. Until a language is saved, it is the language of the screen. */
export function savedPersonalForm(values: Values, name: string, shown: Language): PersonalForm {
  return {
    name,
    language: languages.find((language) => language === values.user_language) ?? shown,
    automatic: values.user_timezone_automation !== '1',
    zone: values.user_config_timezone ?? null,
    startScreen: values.user_start_screen === 'overview' ? 'overview' : 'sims',
  }
}

/** Differences from the saved values. `name` is null if it is unchanged. */
export function personalChangesOf(
  form: PersonalForm,
  saved: PersonalForm,
): { name: string | null; settings: { key: SettingKey; value: string }[] } {
  const settings: { key: SettingKey; value: string }[] = []
  if (form.language !== saved.language) settings.push({ key: 'user_language', value: form.language })
  if (form.automatic !== saved.automatic) settings.push({ key: 'user_timezone_automation', value: form.automatic ? '2' : '1' })
  if (!form.automatic && form.zone !== null && form.zone !== saved.zone) settings.push({ key: 'user_config_timezone', value: form.zone })
  if (form.startScreen !== saved.startScreen) settings.push({ key: 'user_start_screen', value: form.startScreen })
  const name = form.name.trim()
  return { name: name === saved.name ? null : name, settings }
}
