import { defineText } from '../ui/text.ts'

export const text = defineText({
  title: { ja: 'SIM一覧', en: 'SIM list' },
  searchIn: { ja: 'ICCID、IMSI、デバイス名', en: 'ICCID, IMSI or alias' },
  import: { ja: 'インポート', en: 'Import' },
  export: { ja: 'エクスポート', en: 'Export' },
  add: { ja: 'SIMを追加', en: 'Add a SIM' },
  saveView: { ja: 'ビューを保存', en: 'Save view' },
  notSelected: { ja: 'すべてを選択できませんでした', en: 'Not everything could be selected' },

  appletOrPoller: { ja: 'アプレットまたはポーラーの名前', en: 'Applet or poller name' },
  modified: { ja: '更新日時', en: 'Modified' },
  since: { ja: (at: string) => `${at} 以降`, en: (at: string) => `from ${at}` },
  until: { ja: (at: string) => `${at} 以前`, en: (at: string) => `until ${at}` },
  between: { ja: (from: string, to: string) => `${from} 〜 ${to}`, en: (from: string, to: string) => `${from} – ${to}` },

  emptyTitle: { ja: 'SIMはまだ登録されていません', en: 'No SIMs yet' },
  emptyWords: {
    ja: 'SIMを登録すると、接続状態、電波、アプレットのバージョンをここで確認し、OTAを実行できます。',
    en: 'Once SIMs are registered you can see their connection, signal and applets here, and update them over the air.',
  },
  importCsv: { ja: 'CSVをインポート', en: 'Import a CSV' },
  notFoundTitle: { ja: '条件に一致するSIMはありません', en: 'No SIM matches' },
  notFoundWords: { ja: '検索する言葉や条件を変えてください。', en: 'Change what you search for, or the filters.' },
  clear: { ja: 'すべて解除', en: 'Clear' },
})
