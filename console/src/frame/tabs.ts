import type { Feature } from '@simdeck/contract/features.ts'
import { defineText } from '../ui/words/text.ts'

export const tabText = defineText({
  main: { ja: 'メイン', en: 'Main' },
  sim: { ja: 'SIM', en: 'SIM' },
  ota: { ja: 'OTA', en: 'OTA' },
  members: { ja: 'メンバー', en: 'Members' },
  settings: { ja: '設定', en: 'Settings' },
})

/** A tab of the header. */
export interface Tab {
  words: Exclude<keyof typeof tabText, 'main'>
  to: string
  /** The tab is active on these paths and their children. */
  paths: readonly string[]
  /** Feature that must be enabled for the tab. */
  feature?: Feature
}

export const tabs: readonly Tab[] = [
  { words: 'sim', to: '/', paths: ['/sims', '/imports', '/tasks'] },
  { words: 'ota', to: '/otas', paths: ['/otas'], feature: 'ota' },
  { words: 'members', to: '/members', paths: ['/members'] },
  { words: 'settings', to: '/settings', paths: ['/settings'] },
]

/** Tabs of the enabled features. */
export function tabsWith(features: readonly string[]): readonly Tab[] {
  return tabs.filter(({ feature }) => feature === undefined || features.includes(feature))
}

/** True if the tab is the active one on this path (specification §2: the route or its children). */
export function isActive(tab: Tab, pathname: string): boolean {
  return pathname === tab.to || tab.paths.some((path) => pathname === path || pathname.startsWith(`${path}/`))
}
