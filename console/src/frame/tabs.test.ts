import { expect, test } from 'vitest'
import { activeScreen, allowed, isActive, tabs, tabsWith } from './tabs.ts'

const active = (pathname: string): string[] => tabs.filter((tab) => isActive(tab, pathname)).map((tab) => tab.words)

test('the active tab follows the route and its children', () => {
  expect(active('/')).toEqual(['sim'])
  expect(active('/sims/12/4')).toEqual(['sim'])
  for (const path of ['/imports', '/imports/7', '/tasks', '/tasks/7', '/alerts', '/alerts/7']) expect(active(path)).toEqual(['sim'])
  expect(active('/otas')).toEqual(['ota'])
  expect(active('/otas/package/detail/F0/2.4.0/stable')).toEqual(['ota'])
  expect(active('/settings/theme')).toEqual(['settings'])
  expect(active('/simsalabim')).toEqual([])
  expect(active('/members')).toEqual(['members'])
  expect(active('/iot-safe/12')).toEqual(['iotSafe'])
})

test('a tab of a disabled feature is hidden', () => {
  const words = (features: string[]) => tabsWith(features, () => true).map((tab) => tab.words)
  expect(words(['ota', 'iot-safe'])).toEqual(['sim', 'ota', 'iotSafe', 'members', 'settings', 'logs'])
  expect(words(['iot-safe'])).toEqual(['sim', 'iotSafe', 'members', 'settings', 'logs'])
  expect(words(['ota'])).not.toContain('iotSafe')
})

test('logs that the user may not read are hidden', () => {
  const { screens = [] } = tabs.find(({ words }) => words === 'logs')!
  const member = (permission: string): boolean => permission === 'LOGS_SYSTEM_LOG'
  expect(allowed(screens, member).map(({ words }) => words)).toEqual(['allLogs', 'systemLog'])
  expect(tabsWith([], () => false).map(({ words }) => words)).not.toContain('logs')
  expect(activeScreen(screens, '/logs/system-log')?.words).toBe('systemLog')
})

test('the active screen of the second level is the one with the longest path', () => {
  const { screens = [] } = tabs.find(({ words }) => words === 'ota')!
  const open = (pathname: string): string | undefined => activeScreen(screens, pathname)?.words
  expect(open('/otas')).toBe('packages')
  expect(open('/otas/F0000000')).toBe('packages')
  expect(open('/otas/campaigns')).toBe('campaigns')
  expect(open('/otas/campaigns/12')).toBe('campaigns')
  expect(open('/otas/execute')).toBe('campaigns')
  expect(open('/otas/drift')).toBe('drift')
})
