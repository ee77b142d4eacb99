import { defineText } from '../../ui/words/text.ts'

const sims = (n: string): string => (n === '1' ? '1 SIM' : `${n} SIMs`)

export const exportText = defineText({
  title: { ja: 'SIMをエクスポート', en: 'Export SIMs' },
  what: { ja: '対象', en: 'What' },
  view: { ja: '一覧の条件に一致するSIM', en: 'The SIMs that match the list' },
  selected: { ja: '選択したSIM', en: 'The SIMs selected' },
  sims: { ja: (n: string) => `${n}台`, en: sims },
  columns: { ja: '列', en: 'Columns' },
  shown: { ja: '表示中の列', en: 'The columns shown' },
  all: { ja: 'すべての列', en: 'All columns' },
  nColumns: { ja: (n: number) => `${n}列`, en: (n: number) => (n === 1 ? '1 column' : `${n} columns`) },
  format: { ja: '形式', en: 'Format' },
  xlsx: { ja: 'Excel（.xlsx）', en: 'Excel (.xlsx)' },
  xlsxWords: {
    ja: '表計算ソフトで見るためのファイルです。ICCIDなどの番号はそのまま表示されます。',
    en: 'For spreadsheets. ICCIDs and other numbers stay as they are.',
  },
  csv: { ja: 'CSV', en: 'CSV' },
  csvWords: {
    ja: 'インポートやほかのシステムで使うためのファイルです。表計算ソフトで開くとICCIDの桁が失われます。',
    en: 'For imports and other systems. A spreadsheet that opens it loses digits of ICCIDs.',
  },
  bom: { ja: 'BOMを付ける', en: 'With a byte order mark' },
  bomWords: { ja: 'UTF-8のCSVをExcelで開くと文字化けする場合に選択します。', en: 'By which Excel knows that the CSV is in UTF-8.' },
  csvFile: {
    ja: "ファイル名は sims-（Unix時間）.csv です。鍵は含まれません。数式とみなされる文字列の先頭には ' が付きます。",
    en: 'The file is called sims-(unix time).csv. Keys are not in it. Texts that a spreadsheet would take for a formula begin with an apostrophe.',
  },
  xlsxFile: {
    ja: 'ファイル名は SIM一覧_（日付）_（時刻）.xlsx です。鍵は含まれません。',
    en: 'The file is called SIM_list_(date)_(time).xlsx. Keys are not in it.',
  },
  cancel: { ja: 'キャンセル', en: 'Cancel' },
  act: { ja: 'エクスポート', en: 'Export' },
  done: { ja: 'SIMをエクスポートしました', en: 'The SIMs were exported' },
  downloading: { ja: (file: string) => `${file} をダウンロードします`, en: (file: string) => `${file} is being downloaded` },
  failed: { ja: 'SIMをエクスポートできませんでした', en: 'The SIMs could not be exported' },
})
