import type { Language } from '@simdeck/contract/languages.ts'
import type { Permission } from '@simdeck/contract/permissions.ts'
import { allowed, tabs, tabText } from '../frame/tabs.ts'
import type { May } from '../frame/tabs.ts'
import { settingsPagesWith, settingsPageText } from '../settings/settings-pages.ts'
import type { Appearance } from '../ui/theme/theme-store.ts'
import { matches } from '../ui/filter/match.ts'
import { entryText } from './palette-text.ts'

/** An entry of the palette: a page or an action. */
export interface PaletteEntry {
  id: string
  group: 'pages' | 'actions'
  name: Record<Language, string>
  /** Further words that find the entry: readings in kana, and synonyms. */
  keywords: string
  run: () => void
}

/** The user's permissions and settings, and the functions that entries call. */
export interface PaletteContext {
  may: (permission: Permission) => boolean
  features: readonly string[]
  language: Language
  appearance: Appearance
  go: (path: string) => void
  setLanguage: (language: Language) => void
  setAppearance: (appearance: Appearance) => void
  showShortcuts: () => void
}

/** Function that lists the entries for a user. */
type PaletteSource = (context: PaletteContext) => PaletteEntry[]

const logScreens = (may: May) => allowed(allowed(tabs, may).find(({ words }) => words === 'logs')?.screens ?? [], may)

const pages: PaletteSource = ({ go, may, features }) => {
  const page = (path: string, name: PaletteEntry['name'], keywords: string): PaletteEntry => ({
    id: path,
    group: 'pages',
    name,
    keywords,
    run: () => go(path),
  })
  return [
    page('/', entryText.simList, 'しむ いちらん sims home ホーム'),
    ...(may('STATISTIC_MANAGEMENT')
      ? [page('/dashboard', tabText.overview, 'がいよう ダッシュボード だっしゅぼーど 状況 統計 dashboard statistics status')]
      : []),
    page('/groups', tabText.groups, 'ぐるーぷ 顧客 拠点 group customer site'),
    ...(may('SIM_UPDATE') ? [page('/imports/keys', entryText.keyImports, 'かぎ いんぽーと ベンダー SCP03 SCP80 keys vendor import')] : []),
    ...(may('SIM_CREATE') ? [page('/imports', entryText.imports, 'しむ いんぽーと CSV とりこみ 取り込み import')] : []),
    ...(features.includes('ota')
      ? [
          page('/otas', entryText.packages, 'ぱっけーじ cap applet アプレット'),
          page('/otas/campaigns', entryText.campaigns, 'はいしん きゃんぺーん キャンペーン'),
        ]
      : []),
    page('/tasks', entryText.tasks, 'しょり じょうきょう 進み具合 すすみぐあい いんぽーと結果 progress jobs tasks results'),
    page('/alerts', entryText.alerts, 'あらーと じどうか 自動化 かんし 監視 しきい値 alert rule automation threshold'),
    page('/members', entryText.members, 'めんばー ユーザー ゆーざー けんげん 権限 招待 users people roles invite'),
    page('/settings', entryText.settings, 'せってい'),
    ...settingsPagesWith(features)
      .filter(({ needs }) => may(needs))
      .map(({ to, words, keywords }) => page(to, settingsPageText[words], keywords)),
    ...logScreens(may).map(({ to, words }) => page(to, tabText[words], 'ろぐ りれき 履歴 きろく 監査 かんさ audit history')),
    page('/openapi-docs', entryText.apiDocs, 'えーぴーあい ドキュメント API curl reference documentation'),
    page('/personal/setting', entryText.personal, 'こじんせってい 表示言語 げんご タイムゾーン 名前 language time zone name profile'),
  ]
}

const actions: PaletteSource = ({ go, may, features, language, appearance, setLanguage, setAppearance, showShortcuts }) => {
  const action = (name: keyof typeof entryText, keywords: string, run: () => void): PaletteEntry => ({
    id: name,
    group: 'actions',
    name: entryText[name],
    keywords,
    run,
  })
  const looks = [
    { appearance: 'light', keywords: 'らいと あかるい 明るい テーマ theme' },
    { appearance: 'dark', keywords: 'だーく くらい 暗い テーマ theme' },
    { appearance: 'os', keywords: 'てーま おーえす あわせる 配色 はいしょく theme system automatic' },
    { appearance: 'company', keywords: 'てーま もどす 配色 はいしょく theme' },
  ] as const
  return [
    ...(may('SIM_CREATE') ? [action('importSims', 'いんぽーと とりこみ 取り込み 登録 csv upload add', () => go('/imports'))] : []),
    ...(features.includes('ota') && may('OTA_CREATE')
      ? [
          action('bulkOta', 'いっかつ はいしん 配信 実行 campaign execute update', () => go('/otas/execute')),
          action('uploadCap', 'あっぷろーど アップロード ついか パッケージ package add', () => go('/otas')),
        ]
      : []),
    language === 'ja'
      ? action('english', 'えいご げんご 言語 english language', () => setLanguage('en'))
      : action('japanese', 'にほんご げんご 言語 日本語 language', () => setLanguage('ja')),
    ...looks
      .filter((look) => look.appearance !== appearance)
      .map((look) => action(look.appearance, look.keywords, () => setAppearance(look.appearance))),
    action('shortcuts', 'しょーとかっと ヘルプ help keys', showShortcuts),
    action('signOut', 'ろぐあうと サインアウト さいんあうと logout', () => go('/logout')),
  ]
}

const sources: readonly PaletteSource[] = [pages, actions]

/** Entries that match the query and that the user may use, pages first. */
export function findEntries(query: string, context: PaletteContext): PaletteEntry[] {
  return sources.flatMap((source) => source(context)).filter(({ name, keywords }) => matches([name.ja, name.en, keywords], query))
}
