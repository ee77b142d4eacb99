import { defineText } from '../../ui/words/text.ts'

export const text = defineText({
  title: { ja: 'SIM一覧', en: 'SIM list' },
  searchIn: { ja: 'ICCID、IMSI、デバイス名', en: 'ICCID, IMSI or alias' },
  tooMany: { ja: '一度に検索できる番号は1,000件までです', en: 'At most 1,000 numbers can be searched for at once' },
  tooLong: { ja: '64文字以内、8語以内で入力してください', en: 'Enter at most 64 characters and 8 words' },
  several: { ja: '複数の番号を貼り付けられます', en: 'Several numbers can be pasted' },
  severalNumbers: { ja: (n: string) => `${n}件の番号`, en: (n: string) => `${n} numbers` },
  noSimId: {
    ja: 'SIMの管理番号は数字で入力してください（複数ある場合はカンマ区切り、1,000件まで）',
    en: 'Enter SIM numbers as digits, several with commas between them, at most 1,000',
  },
  silent: { ja: '通信がない期間', en: 'Not heard for' },
  silent1h: { ja: '1時間以上', en: '1 hour or more' },
  silent24h: { ja: '24時間以上', en: '24 hours or more' },
  silent3d: { ja: '3日以上', en: '3 days or more' },
  silent7d: { ja: '7日以上', en: '7 days or more' },
  neverHeard: { ja: '一度も通信なし', en: 'Never heard' },
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
