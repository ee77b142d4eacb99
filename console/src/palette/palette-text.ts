import { defineText } from '../ui/words/text.ts'

export const paletteText = defineText({
  results: { ja: '候補', en: 'Results' },
  none: { ja: '該当するSIM、配信、画面、操作はありません', en: 'No SIM, campaign, page or action matches' },
  searching: { ja: '検索しています', en: 'Searching' },
  found: { ja: (n: number) => `${n}件`, en: (n: number) => (n === 1 ? '1 result' : `${n} results`) },
  listNumbers: { ja: (n: string) => `${n}件の番号でSIM一覧を絞り込む`, en: (n: string) => `Narrow the SIM list to these ${n} numbers` },
  sims: { ja: 'SIM', en: 'SIMs' },
  campaigns: { ja: '配信', en: 'Campaigns' },
  pages: { ja: '画面', en: 'Pages' },
  actions: { ja: '操作', en: 'Actions' },
  shortcuts: { ja: 'キーボードショートカット', en: 'Keyboard shortcuts' },
  focusSearch: { ja: '一覧の検索欄へ移動', en: 'Go to the search field of a list' },
  openPalette: { ja: '検索・移動を開く', en: 'Open search and navigation' },
  showShortcuts: { ja: 'ショートカットの一覧を表示', en: 'Show this list' },
  choose: { ja: '候補を選ぶ', en: 'Choose a result' },
  take: { ja: '選んだ候補を開く', en: 'Open the chosen result' },
  close: { ja: '閉じる', en: 'Close' },
})

/** Names of the entries. The search finds an entry by its name in either language. */
export const entryText = defineText({
  simList: { ja: 'SIM一覧', en: 'SIM list' },
  packages: { ja: 'OTAパッケージ', en: 'OTA packages' },
  campaigns: { ja: '配信一覧', en: 'Campaigns' },
  tasks: { ja: '処理状況', en: 'Background work' },
  members: { ja: 'メンバー', en: 'Members' },
  settings: { ja: '設定', en: 'Settings' },
  apiDocs: { ja: 'OpenAPIドキュメント', en: 'OpenAPI docs' },
  personal: { ja: '個人設定', en: 'Personal settings' },
  imports: { ja: 'SIMのインポート', en: 'Import SIMs' },
  uploadCap: { ja: 'CAPファイルを登録', en: 'Upload a CAP file' },
  importSims: { ja: 'SIMをインポート', en: 'Import SIMs' },
  bulkOta: { ja: '一括OTAを開始', en: 'Start a bulk OTA' },
  japanese: { ja: '日本語で表示', en: 'Show in Japanese' },
  english: { ja: '英語で表示', en: 'Show in English' },
  light: { ja: 'ライト表示に切り替え', en: 'Switch to light' },
  dark: { ja: 'ダーク表示に切り替え', en: 'Switch to dark' },
  os: { ja: '配色をOSに合わせる', en: 'Match the colours of the OS' },
  company: { ja: '会社の設定のテーマに戻す', en: 'Use the company’s theme' },
  signOut: { ja: 'ログアウト', en: 'Sign out' },
  shortcuts: { ja: 'キーボードショートカット', en: 'Keyboard shortcuts' },
})
