import type { SimCsvColumn } from '@simdeck/contract/sim-imports.ts'
import type { CsvEncoding } from '@simdeck/contract/tasks.ts'
import { defineText } from '../../ui/words/text.ts'

const lines = (n: string): string => (n === '1' ? '1 line' : `${n} lines`)
const sims = (n: string): string => (n === '1' ? '1 SIM' : `${n} SIMs`)

/** Names of the columns, shown beside their names in the file. */
export const columnText = defineText({
  iccid: { ja: 'ICCID', en: 'ICCID' },
  imsi: { ja: 'IMSI', en: 'IMSI' },
  msisdn: { ja: '電話番号（MSISDN）', en: 'Phone number (MSISDN)' },
  imei: { ja: 'IMEI', en: 'IMEI' },
  device_alias: { ja: 'デバイス名', en: 'Device alias' },
  operator: { ja: '通信事業者', en: 'Operator' },
  cm_platform: { ja: 'プラットフォーム', en: 'Platform' },
  type: { ja: '種別', en: 'Type' },
  external_device_id: { ja: '外部デバイスID', en: 'External device ID' },
  group: { ja: 'グループ', en: 'Group' },
  status: { ja: 'SIMの状態', en: 'SIM status' },
  cap_auth_key: { ja: 'CAP_AUTH_KEY', en: 'Authentication key' },
  encrypt_key: { ja: 'ENCRYPT_KEY', en: 'Encryption key' },
  sd_aid: { ja: 'セキュリティドメインのAID', en: 'AID of the security domain' },
  kvn: { ja: '鍵バージョン番号', en: 'Key version number' },
  scp03_enc: { ja: 'SCP03_ENC', en: 'SCP03 ENC key' },
  scp03_mac: { ja: 'SCP03_MAC', en: 'SCP03 MAC key' },
  scp03_dek: { ja: 'SCP03_DEK', en: 'SCP03 DEK key' },
  scp03_level: { ja: 'SCP03セキュリティレベル', en: 'SCP03 security level' },
} satisfies Record<SimCsvColumn, { ja: string; en: string }>)

export const encodingNames: Record<CsvEncoding, string> = { 'utf-8': 'UTF-8', shift_jis: 'Shift_JIS' }

export const text = defineText({
  title: { ja: 'SIMのインポート', en: 'Import SIMs' },
  sims: { ja: 'SIM一覧', en: 'SIM list' },
  close: { ja: '閉じる', en: 'Close' },
  steps: { ja: 'インポートの手順', en: 'Steps of the import' },
  chooseStep: { ja: 'ファイルの選択', en: 'File' },
  columnsStep: { ja: '列の対応付け', en: 'Columns' },
  checkStep: { ja: '確認', en: 'Check' },
  writeStep: { ja: 'インポート', en: 'Import' },

  drop: { ja: 'CSVファイルをここにドロップ', en: 'Drop a CSV file here' },
  note: {
    ja: (mb: string) => `文字コードはUTF-8またはShift_JIS。大きさの上限は${mb} MBです`,
    en: (mb: string) => `In UTF-8 or Shift_JIS, up to ${mb} MB`,
  },
  encodingsOnly: { ja: '文字コードはUTF-8またはShift_JIS', en: 'In UTF-8 or Shift_JIS' },
  tooLarge: {
    ja: (mb: string) => `ファイルが大きすぎます。上限は${mb} MBです`,
    en: (mb: string) => `The file is too large. The limit is ${mb} MB`,
  },
  otherFile: { ja: '別のファイルを選択', en: 'Choose another file' },
  noFile: { ja: 'CSVファイルを選択してください', en: 'Choose a CSV file' },
  empty: { ja: 'ファイルが空です', en: 'The file is empty' },
  utf16: {
    ja: 'UTF-16のファイルは読み込めません。UTF-8またはShift_JISのCSVで保存してください',
    en: 'A file in UTF-16 cannot be read. Save it as CSV in UTF-8 or Shift_JIS',
  },
  binary: { ja: 'CSVファイルではありません', en: 'This is not a CSV file' },
  changed: {
    ja: 'ファイルを読み取れませんでした。選択後に変更された場合は、もう一度選択してください',
    en: 'The file could not be read. If it was changed after you chose it, choose it again',
  },
  mode: { ja: '取り込み方法', en: 'How to import' },
  add: { ja: '新しいSIMを追加', en: 'Add new SIMs' },
  addNote: { ja: '登録済みのICCIDの行は取り込めません', en: 'A line whose ICCID is already registered cannot be imported' },
  update: { ja: '登録済みのSIMを更新', en: 'Update registered SIMs' },
  updateNote: {
    ja: '空のセルの項目は変更しません。未登録のICCIDの行は取り込めません',
    en: 'An empty cell changes nothing. A line whose ICCID is not registered cannot be imported',
  },
  columnsTitle: { ja: '取り込める列', en: 'Columns that can be imported' },
  columnsWords: {
    ja: '必須の列はICCIDだけです。1行目は見出しにしてください。列の名前と順序は自由で、次の画面で対応付けます。',
    en: 'Only the ICCID is required. The first line holds the names of the columns; any names in any order will do, you match them in the next step.',
  },
  template: { ja: 'CSVのひな形をダウンロード', en: 'Download the CSV template' },
  next: { ja: '次へ', en: 'Next' },

  encoding: { ja: '文字コード', en: 'Encoding' },
  encodingNote: {
    ja: '自動で判定しました。文字化けしている場合は切り替えてください。',
    en: 'Recognised automatically. Switch it if characters look wrong.',
  },
  garbled: {
    ja: 'この文字コードでは読めない文字があります。',
    en: 'Some characters cannot be read in this encoding.',
  },
  matching: { ja: '列の対応付け', en: 'Match the columns' },
  fileColumn: { ja: 'ファイルの列', en: 'Column of the file' },
  simColumn: { ja: '取り込み先', en: 'Imported as' },
  chooserOf: { ja: (name: string) => `「${name}」の取り込み先`, en: (name: string) => `What ${name} is imported as` },
  nameless: { ja: (n: number) => `（${n}列目、見出しなし）`, en: (n: number) => `(column ${n}, no name)` },
  leaveOut: { ja: '取り込まない', en: 'Leave out' },
  twice: { ja: '同じ取り込み先が選ばれています', en: 'Chosen for another column too' },
  iccidMissing: { ja: 'ICCIDの列を選んでください', en: 'Choose the column of the ICCID' },
  noHeader: { ja: '見出し行がありません', en: 'There is no header line' },
  dataFirst: {
    ja: '1行目がデータのようです。1行目は見出しとして扱い、取り込みません。',
    en: 'The first line looks like data. It is taken as the names of the columns and not imported.',
  },
  preview: { ja: 'プレビュー', en: 'Preview' },
  previewNote: { ja: (n: number) => `先頭の${n}行。鍵は表示しません`, en: (n: number) => `The first ${n} lines. Keys are not shown` },
  noLines: { ja: '見出しの次の行がありません', en: 'Nothing follows the header' },
  noColumns: { ja: '取り込む列がありません', en: 'No column is imported' },
  check: { ja: 'ファイルを確認', en: 'Check the file' },
  checkNote: { ja: 'この時点では何も書き込みません', en: 'Nothing is written yet' },

  sending: { ja: '送信して確認しています', en: 'Sending and checking' },
  sendingWords: {
    ja: 'ほかの画面に移動しても続きます。このタブは閉じないでください。',
    en: 'It goes on while you look at other screens. Keep this tab open.',
  },
  reading: { ja: 'サーバーが確認しています', en: 'The server is checking' },
  readingElsewhere: {
    ja: 'ファイルを送信したタブで読み込みが続いています。',
    en: 'The file is being sent by the tab in which it was chosen.',
  },
  linesRead: { ja: (n: string) => `${n}行を読み込みました`, en: (n: string) => `${lines(n)} read` },
  stop: { ja: '送信を中止', en: 'Stop sending' },
  notChecked: { ja: 'ファイルを確認できませんでした', en: 'The file could not be checked' },
  again: { ja: 'もう一度確認', en: 'Check again' },
  fileChecked: { ja: 'ファイルの確認が終わりました', en: 'The file was checked' },
  goodOnly: {
    ja: (good: string) => `取り込める行 ${good}行`,
    en: (good: string) => `${lines(good)} can be imported`,
  },
  goodAndBad: {
    ja: (good: string, bad: string) => `取り込める行 ${good}行、取り込めない行 ${bad}行`,
    en: (good: string, bad: string) => `${lines(good)} can be imported, ${bad} cannot`,
  },
  show: { ja: '表示', en: 'Show' },

  sayAdd: { ja: (n: string) => `${n}台のSIMを追加します。`, en: (n: string) => `${sims(n)} will be added.` },
  sayUpdate: { ja: (n: string) => `${n}台のSIMを更新します。`, en: (n: string) => `${sims(n)} will be updated.` },
  sayNothing: { ja: '取り込める行がありません。', en: 'No line can be imported.' },
  good: { ja: '取り込める行', en: 'Can be imported' },
  bad: { ja: '取り込めない行', en: 'Cannot be imported' },
  badWords: {
    ja: 'ファイルを修正して選び直すか、取り込めない行をスキップしてください。',
    en: 'Correct the file and choose it again, or skip these lines.',
  },
  skip: {
    ja: (bad: string) => `取り込めない${bad}行をスキップして開始する`,
    en: (bad: string) => `Skip the ${lines(bad)} that cannot be imported`,
  },
  skipFirst: {
    ja: '取り込めない行があります。スキップを選ぶか、別のファイルを選択してください',
    en: 'Some lines cannot be imported. Choose to skip them, or choose another file',
  },
  start: { ja: (n: string) => `${n}台をインポート`, en: (n: string) => `Import ${sims(n)}` },
  notStarted: { ja: 'インポートを開始できませんでした', en: 'The import could not be started' },
  discard: { ja: '破棄', en: 'Discard' },
  notDiscarded: { ja: 'インポートを破棄できませんでした', en: 'The import could not be discarded' },
  expires: { ja: '開始しないまま1日たつと破棄されます', en: 'It is discarded when it is not started within a day' },
  facts: { ja: 'ファイル', en: 'File' },
  name: { ja: 'ファイル名', en: 'Name' },
  lineCount: { ja: '行数（見出しを除く）', en: 'Lines without the header' },
  line: { ja: '行', en: 'Line' },
  lineNumber: { ja: (n: string) => `${n}行目`, en: (n: string) => `Line ${n}` },
  column: { ja: '列', en: 'Column' },
  reason: { ja: '理由', en: 'Reason' },
  downloadBad: { ja: '取り込めない行をダウンロード', en: 'Download these lines' },
  listedOnly: { ja: (n: string) => `先頭の${n}件を表示しています`, en: (n: string) => `The first ${n} are listed` },

  writing: { ja: 'インポートしています', en: 'Importing' },
  queued: { ja: 'インポートの開始を待っています', en: 'Waiting to begin' },
  cancelling: { ja: '中止しています', en: 'Cancelling' },
  writingWords: {
    ja: 'この画面を離れても続きます。すべてのSIMは最後に一度に反映されます。',
    en: 'It goes on when you leave this screen. All SIMs appear at once at the end.',
  },
  cancel: { ja: 'インポートを中止', en: 'Cancel the import' },
  cancelTitle: { ja: 'インポートを中止しますか', en: 'Cancel the import?' },
  cancelWords: { ja: '中止すると、SIMは1台も書き込まれません。', en: 'Not a single SIM will be written.' },
  goOn: { ja: 'インポートを続ける', en: 'Let it go on' },
  cancelFailed: { ja: 'インポートを中止できませんでした', en: 'The import could not be cancelled' },

  added: { ja: (n: string) => `${n}台のSIMを追加しました`, en: (n: string) => `${sims(n)} added` },
  updated: { ja: (n: string) => `${n}台のSIMを更新しました`, en: (n: string) => `${sims(n)} updated` },
  skippedLines: { ja: 'スキップした行', en: 'Skipped lines' },
  skipped: { ja: (n: string) => `${n}行はスキップしました。`, en: (n: string) => `${lines(n)} skipped.` },
  cancelled: { ja: 'インポートを中止しました', en: 'The import was cancelled' },
  nothingWritten: { ja: 'SIMは1台も書き込まれていません。', en: 'Not a single SIM was written.' },
  failed: { ja: 'SIMをインポートできませんでした', en: 'The SIMs could not be imported' },
  toSims: { ja: 'SIM一覧を開く', en: 'Open the SIM list' },
  another: { ja: '別のファイルをインポート', en: 'Import another file' },
  undo: { ja: 'インポートを元に戻す', en: 'Undo the import' },
  undoTitle: { ja: 'インポートを元に戻しますか', en: 'Undo the import?' },
  undoAdded: {
    ja: (n: string) => `このインポートで追加した${n}台のSIMを削除します。`,
    en: (n: string) => `The ${sims(n)} that this import added will be deleted.`,
  },
  undoUpdated: {
    ja: (n: string) => `このインポートで更新した${n}台のSIMを、インポート前の内容に戻します。`,
    en: (n: string) => `The ${sims(n)} that this import updated will be put back to what they were.`,
  },
  undoAll: {
    ja: 'ほかの操作で変更されたSIMが1台でもある場合は、何も変更しません。',
    en: 'If anything else has changed even one of them, nothing is done.',
  },
  undoAct: { ja: (n: string) => `${n}台を元に戻す`, en: (n: string) => `Undo ${sims(n)}` },
  deleteAct: { ja: (n: string) => `${n}台を削除`, en: (n: string) => `Delete ${sims(n)}` },
  notUndone: { ja: 'インポートを元に戻せませんでした', en: 'The import could not be undone' },
  undoing: { ja: 'インポートを元に戻しています', en: 'Undoing the import' },
  undone: { ja: 'このインポートは元に戻しました', en: 'This import was undone' },
  importedAt: { ja: '完了日時', en: 'Completed' },
  importedBy: { ja: '実行者', en: 'By' },
  notFound: { ja: 'インポートが見つかりません', en: 'No such import' },
  notFoundWords: { ja: '番号が正しいか確認してください。', en: 'Check the number in the address.' },

  badLines: { ja: (n: string) => `エラー ${n}件`, en: (n: string) => (n === '1' ? '1 error' : `${n} errors`) },
})
