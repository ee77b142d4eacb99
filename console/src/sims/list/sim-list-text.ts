import { defineText } from '../../ui/words/text.ts'

/** A length of time, or a range of such lengths. */
const orMore = (ja: string, en: string, before = '') => ({
  ja: (n: string, most?: string) => `${before}${n}${ja}以上${most ? `${most}${ja}以下` : ''}`,
  en: (n: string, most?: string) => (most ? `${n} to ${most} ${en}s` : `${n} ${en}${n === '1' ? '' : 's'} or more`),
})

export const text = defineText({
  title: { ja: 'SIM一覧', en: 'SIM list' },
  searchIn: { ja: 'ICCID、IMSI、デバイス名', en: 'ICCID, IMSI or alias' },
  tooMany: { ja: '一度に検索できる番号は10,000件までです', en: 'At most 10,000 numbers can be searched for at once' },
  tooManyNot: { ja: '「次の値以外」で指定できる番号は1,000件までです', en: 'With “is not”, at most 1,000 numbers' },
  tooLong: { ja: '64文字以内、8語以内で入力してください', en: 'Enter at most 64 characters and 8 words' },
  several: { ja: '複数の番号を貼り付けられます', en: 'Several numbers can be pasted' },
  severalNumbers: { ja: (n: string) => `${n}件の番号`, en: (n: string) => `${n} numbers` },
  severalTexts: { ja: 'カンマ区切りで複数指定できます', en: 'Several, with commas between them' },
  tooManyTexts: { ja: '100件以内、それぞれ64文字以内で入力してください', en: 'Enter at most 100 values of at most 64 characters' },
  severalValues: { ja: (n: string) => `${n}件の値`, en: (n: string) => `${n} values` },
  notBefore: { ja: '', en: 'not ' },
  notAfter: { ja: ' 以外', en: '' },
  partOf: { ja: (part: string) => `「${part}」を含む`, en: (part: string) => `contains “${part}”` },
  searched: { ja: '検索', en: 'Search' },
  pasted: { ja: '貼り付けた番号', en: 'Pasted numbers' },
  polls: { ja: '最終ポーリングの分布', en: 'Last polls' },
  noSimId: {
    ja: 'SIMの管理番号は数字で入力してください（複数ある場合はカンマ区切り、10,000件まで）',
    en: 'Enter SIM numbers as digits, several with commas between them, at most 10,000',
  },
  noTags: { ja: 'タグなし', en: 'No tags' },
  quarantined: { ja: '隔離', en: 'Set aside' },
  quarantinedNow: { ja: '隔離中', en: 'set aside' },
  silent: { ja: '通信がない期間', en: 'Not heard for' },
  silentMinutes: orMore('分', 'minute'),
  silentHours: orMore('時間', 'hour'),
  silentDays: orMore('日', 'day'),
  silentIntervals: orMore('倍', 'own poll interval', 'ポーリング間隔の'),
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
