/** Failures of tasks and of the import of SIMs. */
export const taskErrors = {
  csvInvalid: {
    status: 400,
    en: 'The file has lines that cannot be imported. Nothing was written',
    ja: '取り込めない行があります。何も書き込まれていません',
  },
  csvHeader: {
    status: 400,
    en: 'The file is not a CSV with the columns of a SIM import',
    ja: 'SIMインポート用の列を持つCSVファイルではありません',
  },
  keyFileHeader: {
    status: 400,
    en: 'The file is not a key file with these columns',
    ja: '指定した列を持つ鍵ファイルではありません',
  },
  taskNotFound: { status: 404, en: 'The task does not exist', ja: '処理が見つかりません' },
  taskEnded: { status: 409, en: 'The task has already ended', ja: 'この処理はすでに終了しています' },
  importNotChecked: {
    status: 409,
    en: 'This import has already been started or discarded',
    ja: 'このインポートはすでに開始されたか、破棄されています',
  },
  importBadLines: {
    status: 409,
    en: 'The file has lines that cannot be imported. Correct them, or choose to skip them',
    ja: '取り込めない行があります。修正するか、スキップを選んでください',
  },
  importNothing: { status: 409, en: 'The file has no line to import', ja: '取り込める行がありません' },
  importUnderWay: {
    status: 409,
    en: 'Another import is being written. Please wait until it has ended',
    ja: '別のインポートを書き込んでいます。終わるまでお待ちください',
  },
  importsOpen: {
    status: 409,
    en: 'Five of your files are being checked or wait to be started. Start or discard one first',
    ja: '確認中または開始待ちのファイルが5件あります。どれかを開始するか、破棄してください',
  },
  importStale: {
    status: 409,
    en: 'SIMs were added, changed or deleted since the file was checked. Check it again',
    ja: 'ファイルの確認後にSIMが追加、変更、または削除されました。もう一度確認してください',
  },
  importLost: {
    status: 409,
    en: 'The checked file is no longer there. Check it again',
    ja: '確認済みのファイルが残っていません。もう一度確認してください',
  },
  importNotUndoable: {
    status: 409,
    en: 'Only the last import can be undone',
    ja: '元に戻せるのは、最後のインポートだけです',
  },
  importTouched: {
    status: 409,
    en: 'Some of its SIMs have been changed since, so the import cannot be undone',
    ja: 'インポート後に変更されたSIMがあるため、元に戻せません',
  },
} as const
