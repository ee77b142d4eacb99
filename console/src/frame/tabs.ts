import type { Feature } from '@simdeck/contract/features.ts'
import { defineText } from '../ui/words/text.ts'

export const tabText = defineText({
  main: { ja: 'メイン', en: 'Main' },
  sim: { ja: 'SIM', en: 'SIM' },
  ota: { ja: 'OTA', en: 'OTA' },
  members: { ja: 'メンバー', en: 'Members' },
  settings: { ja: '設定', en: 'Settings' },
  packages: { ja: 'パッケージ', en: 'Packages' },
  campaigns: { ja: '配信', en: 'Campaigns' },
  screensOf: { ja: (tab: string) => `${tab}の画面`, en: (tab: string) => `Screens of ${tab}` },
})

/** A screen of the second level, below its tab. */
export interface TabScreen {
  words: 'packages' | 'campaigns'
  to: string
  /** Paths on which the screen is active, as it is on the paths below them. If several screens match, the longest path decides. */
  paths: readonly string[]
}

/** A tab of the header. */
export interface Tab {
  words: 'sim' | 'ota' | 'members' | 'settings'
  to: string
  /** Paths on which the tab is active, as it is on the paths below them. */
  paths: readonly string[]
  /** Feature that must be enabled for the tab. */
  feature?: Feature
  /** The screens of the second level; left out for a tab with one screen. */
  screens?: readonly TabScreen[]
}

export const tabs: readonly Tab[] = [
  { words: 'sim', to: '/', paths: ['/sims', '/imports', '/tasks'] },
  {
    words: 'ota',
    to: '/otas',
    paths: ['/otas'],
    feature: 'ota',
    screens: [
      { words: 'packages', to: '/otas', paths: ['/otas'] },
      { words: 'campaigns', to: '/otas/campaigns', paths: ['/otas/campaigns', '/otas/execute'] },
    ],
  },
  { words: 'members', to: '/members', paths: ['/members'] },
  { words: 'settings', to: '/settings', paths: ['/settings'] },
]

/** Tabs of the enabled features. */
export function tabsWith(features: readonly string[]): readonly Tab[] {
  return tabs.filter(({ feature }) => feature === undefined || features.includes(feature))
}

const isUnder = (pathname: string, path: string): boolean => pathname === path || pathname.startsWith(`${path}/`)

/** True if the tab is active on this path (specification §2: the route or its children). */
export function isActive(tab: Tab, pathname: string): boolean {
  return pathname === tab.to || tab.paths.some((path) => isUnder(pathname, path))
}

/** The active screen on a path. If several screens match, it is the one with the longest matching path. */
export function activeScreen(screens: readonly TabScreen[], pathname: string): TabScreen | undefined {
  const matching = screens.flatMap((screen) => screen.paths.filter((path) => isUnder(pathname, path)).map((path) => ({ screen, path })))
  return matching.toSorted((a, b) => b.path.length - a.path.length)[0]?.screen
}
