import type { Permission } from '@simdeck/contract/permissions.ts'
import { expect, test } from 'vitest'
import { findEntries } from './entries.ts'
import type { PaletteContext } from './entries.ts'

const went: string[] = []
const context = (permissions: Permission[], change: Partial<PaletteContext> = {}): PaletteContext => ({
  may: (permission) => permissions.includes(permission),
  features: ['ota'],
  language: 'ja',
  appearance: 'company',
  go: (path) => void went.push(path),
  setLanguage: (language) => void went.push(language),
  setAppearance: (appearance) => void went.push(appearance),
  showShortcuts: () => void went.push('shortcuts'),
  ...change,
})
const names = (query: string, permissions: Permission[] = ['OTA_CREATE', 'SETTING_THEME'], change: Partial<PaletteContext> = {}) =>
  findEntries(query, context(permissions, change)).map(({ name }) => name.en)

test('a page is found in either language, by its kana reading and by synonyms', () => {
  for (const query of ['配信一覧', 'campaigns', 'きゃんぺーん', 'キャンペーン']) expect(names(query)).toContain('Campaigns')
  expect(names('いっかつ')).toEqual(['Start a bulk OTA'])
})

test('entries are limited to the role’s permissions and the enabled features', () => {
  const member = names('', [])
  expect(member).toContain('SIM list')
  expect(member).not.toContain('Theme')
  expect(member).not.toContain('Start a bulk OTA')
  expect(member).not.toContain('Upload a CAP file')
  expect(names('log', ['LOGS_SYSTEM_LOG'])).toEqual(expect.arrayContaining(['All logs', 'System log']))
  expect(names('', ['LOGS_SYSTEM_LOG'])).not.toContain('Security log')
  expect(member).not.toContain('System log')
  expect(names('', ['OTA_CREATE'], { features: [] })).not.toContain('OTA packages')
})

test('an entry for the current language or appearance is left out', () => {
  expect(names('language')).toEqual(['Personal settings', 'Show in English'])
  expect(names('language', [], { language: 'en' })).toEqual(['Personal settings', 'Show in Japanese'])
  expect(names('switch', [], { appearance: 'dark' })).toEqual(['Switch to light'])
})

test('an entry runs its action', () => {
  for (const query of ['sign out', 'dark', 'show in english', '個人設定']) findEntries(query, context([]))[0]?.run()
  expect(went).toEqual(['/logout', 'dark', 'en', '/personal/setting'])
})
