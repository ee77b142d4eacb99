import { defaultApplicationName } from '@simdeck/contract/init.ts'
import type { SettingItem } from '@simdeck/contract/init.ts'
import { logoTypes } from '@simdeck/contract/settings.ts'
import type { LogoValue, SettingKey } from '@simdeck/contract/settings.ts'
import { defaultDisplayedLocations, defaultOnlineTermMinutes } from '@simdeck/contract/sims.ts'
import { defaultSilentIntervals } from '@simdeck/contract/silence.ts'
import { create } from 'zustand'
import { useApplication } from '../ui/frame/application.ts'
import { useLanguageStore } from '../ui/words/language.ts'
import { useThemeStore } from '../ui/theme/theme-store.ts'
import { useZoneStore } from '../ui/words/zone.ts'

type Values = Partial<Record<SettingKey, string>>

interface Settings {
  /** Last known value of each key. */
  values: Values
  /** Time for which a SIM counts as on after it has sent data (specification §9, SIM online term). */
  onlineTermMinutes: number
  /** The number of recent locations that the page of a SIM shows. */
  displayedLocations: number
  /** The number of own poll intervals after which a SIM counts as silent. */
  silentIntervals: number
}

export const useSettings = create<Settings>(() => ({
  values: {},
  onlineTermMinutes: defaultOnlineTermMinutes,
  displayedLocations: defaultDisplayedLocations,
  silentIntervals: defaultSilentIntervals,
}))

const known = new Map<string, SettingItem>()

/** Address of a logo for `<img>`; null for the product's own logo. */
export function logoUrlOf(value: string | undefined): string | null {
  if (!value) return null
  try {
    const { type, base64 } = JSON.parse(value) as LogoValue
    return logoTypes.includes(type) ? `data:${type};base64,${base64}` : null
  } catch {
    return null
  }
}

/** A whole number from 1 on; null for any other value. */
function numberOf(value: string | undefined): number | null {
  const number = Number(value)
  return Number.isInteger(number) && number > 0 ? number : null
}

/** Applies these values to the whole console. */
function apply(values: Values): void {
  useSettings.setState({
    values,
    onlineTermMinutes: numberOf(values.system_config_sim_online_term) ?? defaultOnlineTermMinutes,
    displayedLocations: numberOf(values.system_config_sim_display_location_nums_key) ?? defaultDisplayedLocations,
    silentIntervals: numberOf(values.system_config_sim_silent_intervals) ?? defaultSilentIntervals,
  })
  useApplication.setState({
    name: values.system_config_app_name?.trim() || defaultApplicationName,
    logoUrl: logoUrlOf(values.system_config_logo),
  })
  useThemeStore.getState().setCompany(values.system_theme)
  const { user_language: language } = values
  if (language === 'ja' || language === 'en') useLanguageStore.getState().setLanguage(language)
  useZoneStore.setState({ zone: values.user_timezone_automation === '1' ? usableZone(values.user_config_timezone) : null })
}

/** The time zone, or null if this browser does not know it. */
function usableZone(zone: string | undefined): string | null {
  if (!zone) return null
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone && zone
  } catch {
    return null
  }
}

const applyKnown = (): void => apply(Object.fromEntries([...known.values()].map(({ key, value }) => [key, value])))

/**
 * Applies settings from a call or an event, all of them or some. The newest value of each key applies, whatever the order of
 * arrival (specification §3).
 */
export function updateSettings(items: readonly SettingItem[]): void {
  for (const item of items) {
    const before = known.get(item.key)
    if (!before || Date.parse(item.updated_at) >= Date.parse(before.updated_at)) known.set(item.key, item)
  }
  applyKnown()
}

/** Removes the user's own settings at sign-out. The language stays. */
export function forgetOwnSettings(): void {
  for (const [key, { type }] of known) {
    if (type === 2) known.delete(key)
  }
  applyKnown()
}
