import { defineText } from '../../ui/text.ts'

export const text = defineText({
  title: { ja: 'SIMをインポート', en: 'Import SIMs' },
  drop: { ja: 'CSVファイルをここにドロップ', en: 'Drop a CSV file here' },
  note: {
    ja: '必須の列はiccidだけです。文字コードはUTF-8、64 MBまで',
    en: 'Only the column iccid is required. UTF-8, up to 64 MB',
  },
  template: { ja: 'CSVのひな形をダウンロード', en: 'Download the CSV template' },
  mode: { ja: '取り込み方法', en: 'How to import' },
  add: { ja: '新しいSIMを追加', en: 'Add new SIMs' },
  addNote: { ja: '登録済みのICCIDがある場合はエラーになります', en: 'An ICCID that is already registered is an error' },
  update: { ja: '登録済みのSIMを更新', en: 'Update registered SIMs' },
  updateNote: {
    ja: '空のセルは変更しません。未登録のICCIDはエラーになります',
    en: 'Empty cells change nothing. An unknown ICCID is an error',
  },
  otherFile: { ja: '別のファイルを選択', en: 'Choose another file' },
  noFile: { ja: 'CSVファイルを選択してください', en: 'Choose a CSV file' },
  tooLarge: { ja: '64 MB以下のファイルを選択してください', en: 'Choose a file of at most 64 MB' },
  changed: {
    ja: 'ファイルを読み取れませんでした。選択後に変更された場合は、もう一度選択してください',
    en: 'The file could not be read. If it was changed after you chose it, choose it again',
  },
  cancel: { ja: 'キャンセル', en: 'Cancel' },
  close: { ja: '閉じる', en: 'Close' },
  act: { ja: 'インポート', en: 'Import' },
  again: { ja: '再インポート', en: 'Import again' },
  running: { ja: 'インポート中', en: 'Importing' },
  added: { ja: (n: string) => `${n}件のSIMを追加しました`, en: (n: string) => (n === '1' ? '1 SIM added' : `${n} SIMs added`) },
  updated: { ja: (n: string) => `${n}件のSIMを更新しました`, en: (n: string) => (n === '1' ? '1 SIM updated' : `${n} SIMs updated`) },
  badLines: {
    ja: (n: string) => `エラー ${n}件`,
    en: (n: string) => (n === '1' ? '1 error' : `${n} errors`),
  },
  more: {
    ja: (n: string) => `このほかに${n}件のエラーがあります`,
    en: (n: string) => `${n} more errors are not listed`,
  },
  line: { ja: '行', en: 'Line' },
  column: { ja: '列', en: 'Column' },
  reason: { ja: '理由', en: 'Reason' },
  showMore: { ja: (n: string) => `さらに${n}件を表示`, en: (n: string) => `Show ${n} more` },
  downloadErrors: { ja: 'エラー一覧をダウンロード', en: 'Download the errors' },
})
