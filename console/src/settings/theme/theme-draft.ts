import { CallError } from '@simdeck/contract/client.ts'
import { defaultApplicationName, defaultTheme } from '@simdeck/contract/init.ts'
import { applicationNameMaxLength } from '@simdeck/contract/settings.ts'
import type { SettingKey, ThemeName } from '@simdeck/contract/settings.ts'

export interface ThemeForm {
  theme: ThemeName
  /** Value of `system_config_logo`; empty for the product's own logo. */
  logo: string
  name: string
}
export type ThemeErrors = Partial<Record<keyof ThemeForm, string>>

const keys = { theme: 'system_theme', logo: 'system_config_logo', name: 'system_config_app_name' } as const satisfies Record<
  keyof ThemeForm,
  SettingKey
>
const fields = ['theme', 'logo', 'name'] as const

/** Saved values of the form. */
export function savedForm(values: Partial<Record<SettingKey, string>>): ThemeForm {
  return {
    theme: (values.system_theme ?? defaultTheme) as ThemeName,
    logo: values.system_config_logo ?? '',
    name: values.system_config_app_name || defaultApplicationName,
  }
}

/** Differences from the saved values. */
export function changesOf(draft: Partial<ThemeForm>, saved: ThemeForm): { field: keyof ThemeForm; key: SettingKey; value: string }[] {
  return fields.flatMap((field) => {
    const value = draft[field]?.trim()
    if (value === undefined || value === saved[field]) return []
    // An empty name means the default name.
    if (field === 'name' && value === '' && saved.name === defaultApplicationName) return []
    return [{ field, key: keys[field], value }]
  })
}

export const isNameTooLong = (name: string): boolean => name.trim().length > applicationNameMaxLength

/** Errors of the server by field. Empty if the error belongs to no field. */
export function errorsOf(error: unknown, sent: readonly { field: keyof ThemeForm }[]): ThemeErrors {
  if (!(error instanceof CallError) || !error.body) return {}
  const { code, message, fields: refused = [] } = error.body
  if (code === 'invalidLogo') return { logo: refused[0]?.message ?? message }
  return Object.fromEntries(
    refused.flatMap(({ path, message: text }) => {
      const field = sent[Number(/\d+/.exec(path)?.[0] ?? Number.NaN)]?.field
      return field ? [[field, text]] : []
    }),
  )
}
