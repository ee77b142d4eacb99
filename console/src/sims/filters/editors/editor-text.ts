import { defineText } from '../../../ui/words/text.ts'

export const editorText = defineText({
  match: { ja: '一致の条件', en: 'Match' },
  is: { ja: '次の値', en: 'is' },
  isNot: { ja: '次の値以外', en: 'is not' },
  blank: { ja: (n: string) => `値なし：${n}台`, en: (n: string) => `No value: ${n}` },
  maxCounted: { ja: '件数の多い100件を表示しています', en: 'The 100 most frequent values' },
  notCounted: { ja: '件数を取得できませんでした', en: 'The counts could not be fetched' },
  find: { ja: '検索または入力', en: 'Search or type' },
  add: { ja: (name: string) => `${name}を条件に追加`, en: (name: string) => `Add ${name}` },
  none: { ja: '値はまだありません', en: 'No values yet' },

  asOf: {
    ja: (at: string) => `${at} 時点の並びです。その後の変更は、まだ並びと件数に入っていません。`,
    en: (at: string) => `Order and total as of ${at}. Later changes are not in them yet.`,
  },

  area: {
    ja: (latitudes: string, longitudes: string) => `${latitudes}、経度 ${longitudes}`,
    en: (latitudes: string, longitudes: string) => `${latitudes}, longitude ${longitudes}`,
  },
  unknownArea: { ja: '分からない', en: 'not known' },

  silentOther: { ja: 'ほかの長さ', en: 'Another time' },
  unit: { ja: '単位', en: 'Unit' },
  m: { ja: '分', en: 'minutes' },
  h: { ja: '時間', en: 'hours' },
  d: { ja: '日', en: 'days' },
  x: { ja: '倍（ポーリング間隔）', en: 'own poll intervals' },
  silentWrong: { ja: '1–9,999の整数を入力してください', en: 'Enter a whole number from 1 to 9,999' },
  silentNote: {
    ja: '一覧を開いた時刻からさかのぼって数えます。保存したビューでも同じです。',
    en: 'Counted back from the time the list is read, in saved views too.',
  },
  intervalNote: {
    ja: 'ポーリング間隔はSIMごとの実績です。まだわからないSIMは1日、5分より短いSIMは5分として判定します。',
    en: 'The poll interval is that of each SIM, as observed: one day while not known, and at least 5 minutes.',
  },

  pastedWords: {
    ja: '貼り付けた番号のSIMに絞り込んでいます。この絞り込みは作成から1日で期限が切れます。',
    en: 'The list shows the SIMs of the pasted numbers. This ends a day after the numbers were pasted.',
  },
})
