import type { TaskKind } from '@simdeck/contract/tasks.ts'
import { defineText } from '../ui/words/text.ts'

const one = (n: string, single: string, many: string): string => (n === '1' ? `1 ${single}` : `${n} ${many}`)

/** Names of the task kinds. */
export const kindText = defineText({
  simImport: { ja: 'SIMのインポート', en: 'SIM import' },
  simImportUndo: { ja: 'インポートを元に戻す', en: 'Undo of an import' },
  keyImport: { ja: '鍵ファイルのインポート', en: 'Key file import' },
  simAlias: { ja: 'デバイス名の変更', en: 'Change of device aliases' },
  simGroup: { ja: 'グループの変更', en: 'Change of groups' },
  simTags: { ja: 'タグの変更', en: 'Change of tags' },
  simStatus: { ja: 'SIMの状態の変更', en: 'Change of status of SIMs' },
  simImei: { ja: '端末の確認とIMEIロック', en: 'Devices and IMEI locks' },
  simDelete: { ja: 'SIMの削除', en: 'Deletion of SIMs' },
  groupDelete: { ja: 'グループの削除', en: 'Deletion of groups' },
} satisfies Record<TaskKind, { ja: string; en: string }>)

/** Messages for the start of a task, with the number of SIMs. */
export const startedText = defineText({
  simImport: {
    ja: (n: string) => `${n}台のSIMのインポートを開始しました`,
    en: (n: string) => `Import of ${one(n, 'SIM', 'SIMs')} started`,
  },
  simImportUndo: {
    ja: (n: string) => `インポートした${n}台のSIMを元に戻しています`,
    en: (n: string) => `Undoing the import of ${one(n, 'SIM', 'SIMs')}`,
  },
  keyImport: {
    ja: (n: string) => `${n}行の鍵のインポートを開始しました`,
    en: (n: string) => `Import of ${one(n, 'line', 'lines')} of keys started`,
  },
  simAlias: {
    ja: (n: string) => `${n}台のデバイス名の変更を開始しました`,
    en: (n: string) => `Change of ${one(n, 'device alias', 'device aliases')} started`,
  },
  simGroup: {
    ja: (n: string) => `${n}台のSIMのグループの変更を開始しました`,
    en: (n: string) => `Change of the group of ${one(n, 'SIM', 'SIMs')} started`,
  },
  simTags: {
    ja: (n: string) => `${n}台のSIMのタグの変更を開始しました`,
    en: (n: string) => `Change of the tags of ${one(n, 'SIM', 'SIMs')} started`,
  },
  simStatus: {
    ja: (n: string) => `${n}台のSIMの状態の変更を開始しました`,
    en: (n: string) => `Change of the status of ${one(n, 'SIM', 'SIMs')} started`,
  },
  simImei: {
    ja: (n: string) => `${n}台のSIMの端末とロックの変更を開始しました`,
    en: (n: string) => `Change of the devices or locks of ${one(n, 'SIM', 'SIMs')} started`,
  },
  simDelete: {
    ja: (n: string) => `${n}台のSIMの削除を開始しました`,
    en: (n: string) => `Deletion of ${one(n, 'SIM', 'SIMs')} started`,
  },
  groupDelete: {
    ja: (n: string) => `${n}台のSIMがあるグループの削除を開始しました`,
    en: (n: string) => `Deletion of groups with ${one(n, 'SIM', 'SIMs')} started`,
  },
} satisfies Record<TaskKind, unknown>)

/** Messages for a task that succeeded. */
export const doneText = defineText({
  simImport: { ja: 'SIMをインポートしました', en: 'SIMs imported' },
  simImportUndo: { ja: 'インポートを元に戻しました', en: 'The import was undone' },
  keyImport: { ja: '鍵をインポートしました', en: 'Keys imported' },
  simAlias: { ja: 'デバイス名を変更しました', en: 'Device aliases changed' },
  simGroup: { ja: 'グループを変更しました', en: 'Groups changed' },
  simTags: { ja: 'タグを変更しました', en: 'Tags changed' },
  simStatus: { ja: 'SIMの状態を変更しました', en: 'Status of SIMs changed' },
  simImei: { ja: '端末とロックを変更しました', en: 'Devices or locks changed' },
  simDelete: { ja: 'SIMを削除しました', en: 'SIMs deleted' },
  groupDelete: { ja: 'グループを削除しました', en: 'Groups deleted' },
} satisfies Record<TaskKind, unknown>)

/** Messages for a task that failed without any effect. */
export const notDoneText = defineText({
  simImport: { ja: 'SIMをインポートできませんでした', en: 'The SIMs could not be imported' },
  simImportUndo: { ja: 'インポートを元に戻せませんでした', en: 'The import could not be undone' },
  keyImport: { ja: '鍵をインポートできませんでした', en: 'The keys could not be imported' },
  simAlias: { ja: 'デバイス名を変更できませんでした', en: 'The device aliases could not be changed' },
  simGroup: { ja: 'グループを変更できませんでした', en: 'The groups could not be changed' },
  simTags: { ja: 'タグを変更できませんでした', en: 'The tags could not be changed' },
  simStatus: { ja: 'SIMの状態を変更できませんでした', en: 'The status of the SIMs could not be changed' },
  simImei: { ja: '端末とロックを変更できませんでした', en: 'The devices or locks could not be changed' },
  simDelete: { ja: 'SIMを削除できませんでした', en: 'The SIMs could not be deleted' },
  groupDelete: { ja: 'グループを削除できませんでした', en: 'The groups could not be deleted' },
} satisfies Record<TaskKind, unknown>)

/** Messages for a task that succeeded for some SIMs only. */
export const partlyText = defineText({
  keyImport: { ja: '一部の鍵をインポートできませんでした', en: 'Some keys could not be imported' },
  simAlias: { ja: '一部のデバイス名を変更できませんでした', en: 'Some device aliases could not be changed' },
  simGroup: { ja: '一部のSIMのグループを変更できませんでした', en: 'The group of some SIMs could not be changed' },
  simTags: { ja: '一部のSIMのタグを変更できませんでした', en: 'The tags of some SIMs could not be changed' },
  simStatus: { ja: '一部のSIMの状態を変更できませんでした', en: 'The status of some SIMs could not be changed' },
  simImei: { ja: '一部のSIMの端末とロックを変更できませんでした', en: 'The devices or locks of some SIMs could not be changed' },
  simDelete: { ja: '一部のSIMを削除できませんでした', en: 'Some SIMs could not be deleted' },
  groupDelete: { ja: '一部のSIMをグループから外せませんでした', en: 'Some SIMs could not be taken out of their groups' },
} satisfies Partial<Record<TaskKind, unknown>>)

/** Messages for a task that a member cancelled. */
export const cancelledText = defineText({
  simImport: { ja: 'インポートを中止しました', en: 'Import cancelled' },
  simImportUndo: { ja: '元に戻す処理を中止しました', en: 'Undo cancelled' },
  keyImport: { ja: '鍵のインポートを中止しました', en: 'Import of keys cancelled' },
  simAlias: { ja: 'デバイス名の変更を中止しました', en: 'Change of device aliases cancelled' },
  simGroup: { ja: 'グループの変更を中止しました', en: 'Change of groups cancelled' },
  simTags: { ja: 'タグの変更を中止しました', en: 'Change of tags cancelled' },
  simStatus: { ja: 'SIMの状態の変更を中止しました', en: 'Change of status cancelled' },
  simImei: { ja: '端末とロックの変更を中止しました', en: 'Change of devices or locks cancelled' },
  simDelete: { ja: 'SIMの削除を中止しました', en: 'Deletion of SIMs cancelled' },
  groupDelete: { ja: 'グループの削除を中止しました', en: 'Deletion of groups cancelled' },
} satisfies Record<TaskKind, unknown>)

export const stateText = defineText({
  checking: { ja: '読み込み中', en: 'Reading' },
  checked: { ja: '開始待ち', en: 'Waiting to be started' },
  waiting: { ja: '順番待ち', en: 'Queued' },
  running: { ja: '実行中', en: 'Running' },
  cancelling: { ja: '中止しています', en: 'Cancelling' },
  completed: { ja: '完了', en: 'Completed' },
  completedWithErrors: { ja: '完了（エラーあり）', en: 'Completed with errors' },
  cancelled: { ja: '中止', en: 'Cancelled' },
  failed: { ja: '失敗', en: 'Failed' },
})

export const taskText = defineText({
  tasks: { ja: '処理状況', en: 'Background work' },
  mine: { ja: '自分の処理', en: 'Your work' },
  running: {
    ja: (n: string) => `${n}件の処理を実行中`,
    en: (n: string) => one(n, 'task running', 'tasks running'),
  },
  ended: { ja: '処理が終わりました', en: 'Your work has ended' },
  all: { ja: 'すべて表示', en: 'Show all' },
  sims: { ja: 'SIM一覧', en: 'SIM list' },
  noTasks: { ja: '実行した処理はありません', en: 'No background work yet' },
  noTasksWords: {
    ja: 'SIMのインポートや一括変更を行うと、進み具合と結果がここに表示されます。',
    en: 'Import SIMs or change many at once, and progress and results show here.',
  },
  noMatch: { ja: '条件に一致する処理はありません', en: 'No work matches' },
  kind: { ja: '種類', en: 'Kind' },
  title: { ja: '内容', en: 'What' },
  state: { ja: '状態', en: 'State' },
  progress: { ja: '進み具合', en: 'Progress' },
  progressOf: { ja: (done: string, total: string) => `${done} / ${total}件`, en: (done: string, total: string) => `${done} of ${total}` },
  bytesOf: { ja: (done: string, total: string) => `${done} / ${total}`, en: (done: string, total: string) => `${done} of ${total}` },
  succeeded: { ja: '成功', en: 'Done' },
  refused: { ja: 'エラー', en: 'Refused' },
  rate: { ja: '速度', en: 'Rate' },
  perSecond: { ja: (n: string) => `${n}件/秒`, en: (n: string) => `${n} per second` },
  bytesPerSecond: { ja: (n: string) => `${n}/秒`, en: (n: string) => `${n} per second` },
  left: { ja: '残り時間', en: 'Time left' },
  calculating: { ja: '計算中', en: 'Measuring' },
  startedAt: { ja: '開始', en: 'Started' },
  finishedAt: { ja: '終了', en: 'Ended' },
  created: { ja: '受付日時', en: 'Created' },
  createdBy: { ja: '実行者', en: 'By' },
  seconds: { ja: (n: number) => `約${n}秒`, en: (n: number) => `about ${n} s` },
  minutes: { ja: (n: number) => `約${n}分`, en: (n: number) => `about ${n} min` },
  hours: { ja: (h: number, m: number) => `約${h}時間${m}分`, en: (h: number, m: number) => `about ${h} h ${m} min` },
  notFound: { ja: '処理が見つかりません', en: 'No such work' },
  notFoundWords: { ja: '番号が正しいか確認してください。', en: 'Check the number in the address.' },
  openImport: { ja: 'インポートを開く', en: 'Open the import' },
  cancel: { ja: '中止', en: 'Cancel' },
  cancelTitle: { ja: '処理を中止しますか', en: 'Cancel this work?' },
  cancelWords: {
    ja: (done: string, rest: string) => `処理済みの${done}台は元に戻りません。残りの${rest}台は変更されません。`,
    en: (done: string, rest: string) => `What was done to ${done} SIMs stays. The other ${rest} are left as they are.`,
  },
  cancelUndoWords: {
    ja: '中止すると、SIMは1台も元に戻りません。',
    en: 'Nothing will be undone: all SIMs stay as they are.',
  },
  cancelAct: { ja: '処理を中止', en: 'Cancel the work' },
  goOn: { ja: '処理を続ける', en: 'Let it go on' },
  cancelFailed: { ja: '処理を中止できませんでした', en: 'The work could not be cancelled' },
  results: { ja: 'SIMごとの結果', en: 'Result of each SIM' },
  everyOutcome: { ja: 'すべて', en: 'All' },
  outcome: { ja: '結果', en: 'Result' },
  done: { ja: '成功', en: 'Done' },
  reason: { ja: '理由', en: 'Reason' },
  noResults: { ja: '結果はまだありません', en: 'No results yet' },
  noRefused: { ja: 'エラーはありません', en: 'Nothing was refused' },
  download: { ja: '結果をダウンロード', en: 'Download the results' },
  downloadFailed: { ja: '結果をダウンロードできませんでした', en: 'The results could not be downloaded' },
  nothingWritten: { ja: '何も書き込まれていません', en: 'Nothing was written' },
  doneAndRefused: {
    ja: (done: string, refused: string) => `成功 ${done}件、エラー ${refused}件`,
    en: (done: string, refused: string) => `${done} done, ${refused} refused`,
  },
  doneOnly: { ja: (n: string) => `${n}台`, en: (n: string) => one(n, 'SIM', 'SIMs') },
  doneAndSkipped: {
    ja: (done: string, lines: string) => `${done}（スキップした行 ${lines}行）`,
    en: (done: string, lines: string) => `${done} (${one(lines, 'line', 'lines')} skipped)`,
  },
  skippedLines: { ja: 'スキップした行', en: 'Skipped lines' },
  show: { ja: '表示', en: 'Show' },
})
