import type { Feature } from '@simdeck/contract/features.ts'
import type { Permission } from '@simdeck/contract/permissions.ts'
import { defineText } from '../ui/words/text.ts'

export const tabText = defineText({
  main: { ja: 'メイン', en: 'Main' },
  sim: { ja: 'SIM', en: 'SIM' },
  ota: { ja: 'OTA', en: 'OTA' },
  iotSafe: { ja: 'IoT SAFE', en: 'IoT SAFE' },
  members: { ja: 'メンバー', en: 'Members' },
  settings: { ja: '設定', en: 'Settings' },
  sims: { ja: '一覧', en: 'List' },
  groups: { ja: 'グループ', en: 'Groups' },
  map: { ja: '地図', en: 'Map' },
  overview: { ja: '概要', en: 'Overview' },
  automation: { ja: '自動化', en: 'Automation' },
  packages: { ja: 'パッケージ', en: 'Packages' },
  campaigns: { ja: '配信', en: 'Campaigns' },
  drift: { ja: '差分', en: 'Drift' },
  safeSims: { ja: 'SIM', en: 'SIMs' },
  certificates: { ja: '証明書', en: 'Certificates' },
  safeFiles: { ja: 'ファイル', en: 'Files' },
  expiry: { ja: '有効期限', en: 'Expiry' },
  signings: { ja: '署名履歴', en: 'Signing history' },
  logs: { ja: 'ログ', en: 'Logs' },
  allLogs: { ja: 'ログの一覧', en: 'All logs' },
  systemLog: { ja: 'システムログ', en: 'System log' },
  securityLog: { ja: 'セキュリティログ', en: 'Security log' },
  rawApiLog: { ja: '生APIログ', en: 'Raw API log' },
  rawProxyLog: { ja: '生プロキシログ', en: 'Raw proxy log' },
  rawOtaApiLog: { ja: '生OTA APIログ', en: 'Raw OTA API log' },
  rawOtaServiceLog: { ja: '生OTAサービスログ', en: 'Raw OTA service log' },
  screensOf: { ja: (tab: string) => `${tab}の画面`, en: (tab: string) => `Screens of ${tab}` },
})

/** A screen of the second level, below its tab. */
export interface TabScreen {
  words:
    | 'sims'
    | 'groups'
    | 'map'
    | 'overview'
    | 'automation'
    | 'packages'
    | 'campaigns'
    | 'drift'
    | 'safeSims'
    | 'certificates'
    | 'safeFiles'
    | 'expiry'
    | 'signings'
    | 'allLogs'
    | 'systemLog'
    | 'securityLog'
    | 'rawApiLog'
    | 'rawProxyLog'
    | 'rawOtaApiLog'
    | 'rawOtaServiceLog'
  to: string
  /** Paths on which the screen is active, as it is on the paths below them. If several screens match, the longest path decides. */
  paths: readonly string[]
  /** Permission without which the screen is hidden. */
  needs?: Permission
}

/** A tab of the header. */
export interface Tab {
  words: 'sim' | 'ota' | 'iotSafe' | 'members' | 'settings' | 'logs'
  to: string
  /** Paths on which the tab is active, as it is on the paths below them. */
  paths: readonly string[]
  /** Feature that must be enabled for the tab. */
  feature?: Feature
  /** Permission without which the tab is hidden. */
  needs?: Permission
  /** The screens of the second level; left out for a tab with one screen. */
  screens?: readonly TabScreen[]
}

const screen = (words: TabScreen['words'], to: string, needs?: Permission): TabScreen => ({
  words,
  to,
  paths: [to],
  ...(needs && { needs }),
})

export const tabs: readonly Tab[] = [
  {
    words: 'sim',
    to: '/',
    paths: ['/sims', '/imports', '/tasks', '/groups', '/map', '/dashboard', '/alerts'],
    screens: [
      { words: 'sims', to: '/', paths: ['/', '/sims', '/imports', '/tasks'] },
      screen('groups', '/groups'),
      screen('map', '/map'),
      screen('overview', '/dashboard', 'STATISTIC_MANAGEMENT'),
      screen('automation', '/alerts'),
    ],
  },
  {
    words: 'ota',
    to: '/otas',
    paths: ['/otas'],
    feature: 'ota',
    screens: [
      { words: 'packages', to: '/otas', paths: ['/otas'] },
      { words: 'campaigns', to: '/otas/campaigns', paths: ['/otas/campaigns', '/otas/execute'] },
      screen('drift', '/otas/drift'),
    ],
  },
  {
    words: 'iotSafe',
    to: '/iot-safe',
    paths: ['/iot-safe'],
    feature: 'iot-safe',
    screens: [
      { words: 'safeSims', to: '/iot-safe', paths: ['/iot-safe'] },
      screen('certificates', '/iot-safe/certificates'),
      screen('safeFiles', '/iot-safe/files'),
      screen('expiry', '/iot-safe/expiry'),
      screen('signings', '/iot-safe/signing-history'),
    ],
  },
  { words: 'members', to: '/members', paths: ['/members'] },
  { words: 'settings', to: '/settings', paths: ['/settings'] },
  {
    words: 'logs',
    to: '/logs',
    paths: ['/logs'],
    needs: 'LOGS_SYSTEM_LOG',
    screens: [
      { words: 'allLogs', to: '/logs', paths: ['/logs'] },
      screen('systemLog', '/logs/system-log'),
      screen('securityLog', '/logs/security-log', 'LOGS_SECURITY'),
      screen('rawApiLog', '/logs/raw-api-log', 'LOGS_RAW_LOG'),
      screen('rawProxyLog', '/logs/raw-proxy-log', 'LOGS_RAW_LOG'),
      screen('rawOtaApiLog', '/logs/raw-ota-api-log', 'LOGS_RAW_LOG'),
      screen('rawOtaServiceLog', '/logs/raw-ota-service-log', 'LOGS_RAW_LOG'),
    ],
  },
]

/** Checks a permission of the user. */
export type May = (permission: Permission) => boolean

/** Tabs of the enabled features that the user may open. */
export function tabsWith(features: readonly string[], may: May): readonly Tab[] {
  return allowed(tabs, may).filter(({ feature }) => feature === undefined || features.includes(feature))
}

/** The tabs or screens that need no permission, or one that the user has. */
export const allowed = <Entry extends { needs?: Permission }>(entries: readonly Entry[], may: May): Entry[] =>
  entries.filter(({ needs }) => needs === undefined || may(needs))

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
