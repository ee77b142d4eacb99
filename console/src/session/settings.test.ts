import { beforeEach, expect, test, vi } from 'vitest'

vi.hoisted(() => {
  const items = new Map<string, string>()
  const localStorage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
  vi.stubGlobal('window', { localStorage })
  vi.stubGlobal('localStorage', localStorage)
})

const { forgetOwnSettings, updateSettings, logoUrlOf, useSettings } = await import('./settings.ts')
const { useApplication } = await import('../ui/frame/application.ts')
const { useLanguageStore } = await import('../ui/words/language.ts')
const { useThemeStore } = await import('../ui/theme/theme-store.ts')
const { useZoneStore } = await import('../ui/words/zone.ts')

let clock = Date.parse('2026-11-21T00:00:00Z')
const item = (key: string, value: string, at = (clock += 1000)) => ({
  key,
  value,
  type: key.startsWith('user_') ? (2 as const) : (1 as const),
  created_by: 1,
  updated_at: new Date(at).toISOString(),
})

beforeEach(() => {
  updateSettings([item('system_theme', 'light'), item('system_config_logo', ''), item('system_config_app_name', '')])
  forgetOwnSettings()
})

test('the number of locations is one until a valid one is set', () => {
  const shown = (value: string) => {
    updateSettings([item('system_config_sim_display_location_nums_key', value)])
    return useSettings.getState().displayedLocations
  }
  expect(useSettings.getState().displayedLocations).toBe(1)
  expect(shown('7')).toBe(7)
  expect(shown('')).toBe(1)
})

test('the number of own intervals after which a SIM is silent is three until a valid one is set', () => {
  const known = (value: string) => {
    updateSettings([item('system_config_sim_silent_intervals', value)])
    return useSettings.getState().silentIntervals
  }
  expect(useSettings.getState().silentIntervals).toBe(3)
  expect(known('12')).toBe(12)
  expect(known('x')).toBe(3)
})

test('theme, name and logo apply at once, and an emptied value becomes the default', () => {
  const logo = JSON.stringify({ type: 'image/png', base64: 'AAAA' })
  updateSettings([item('system_theme', 'theme_9'), item('system_config_app_name', '運用台'), item('system_config_logo', logo)])
  expect(useThemeStore.getState().company).toBe('theme_9')
  expect(useApplication.getState()).toMatchObject({ name: '運用台', logoUrl: 'data:image/png;base64,AAAA' })
  updateSettings([item('system_config_app_name', ''), item('system_config_logo', '')])
  expect(useApplication.getState()).toMatchObject({ name: 'Simdeck', logoUrl: null })
})

test('the newest value of a key applies, whatever the order of arrival', () => {
  const newer = item('system_theme', 'pink')
  const older = item('system_theme', 'red', clock - 500)
  updateSettings([newer, older])
  updateSettings([older])
  expect(useThemeStore.getState().company).toBe('pink')
})

test('an unknown theme, time zone or logo becomes the default', () => {
  updateSettings([
    item('system_theme', 'theme_99'),
    item('user_timezone_automation', '1'),
    item('user_config_timezone', 'Mars/Olympus'),
    item('system_config_logo', '{"type":"image/svg+xml","base64":"AAAA"}'),
  ])
  expect(useThemeStore.getState().company).toBe('light')
  expect(useZoneStore.getState().zone).toBeNull()
  expect(useApplication.getState().logoUrl).toBeNull()
  expect(logoUrlOf('{')).toBeNull()
})

test('the user’s own settings apply until sign-out, and the language stays', () => {
  updateSettings([item('user_language', 'en'), item('user_timezone_automation', '1'), item('user_config_timezone', 'Asia/Kolkata')])
  expect(useLanguageStore.getState().language).toBe('en')
  expect(useZoneStore.getState().zone).toBe('Asia/Kolkata')
  updateSettings([item('user_timezone_automation', '2')])
  expect(useZoneStore.getState().zone).toBeNull()
  forgetOwnSettings()
  expect(useLanguageStore.getState().language).toBe('en')
  expect(useSettings.getState().values.user_config_timezone).toBeUndefined()
})
