import type { TaskKind } from '@simdeck/contract/tasks.ts'
import { defineText } from '../ui/text.ts'

const one = (n: string, single: string, many: string): string => (n === '1' ? `1 ${single}` : `${n} ${many}`)

/** What each kind of long work is called. */
export const kindText = defineText({
  simImport: { ja: 'SIMのインポート', en: 'SIM import' },
  simImportUndo: { ja: 'インポートの取り消し', en: 'Undo of an import' },
  simAlias: { ja: 'デバイス名の変更', en: 'Change of device aliases' },
  simGroup: { ja: 'グループの変更', en: 'Change of groups' },
  simDelete: { ja: 'SIMの削除', en: 'Deletion of SIMs' },
} satisfies Record<TaskKind, { ja: string; en: string }>)

/** That it began, with the number of SIMs. */
export const startedText = defineText({
  simImport: {
    ja: (n: string) => `${n}件のSIMのインポートを開始しました`,
    en: (n: string) => `Import of ${one(n, 'SIM', 'SIMs')} started`,
  },
  simImportUndo: {
    ja: (n: string) => `インポート（${n}件）の取り消しを開始しました`,
    en: (n: string) => `Undo of an import of ${one(n, 'SIM', 'SIMs')} started`,
  },
  simAlias: {
    ja: (n: string) => `${n}件のデバイス名の変更を開始しました`,
    en: (n: string) => `Change of ${one(n, 'device alias', 'device aliases')} started`,
  },
  simGroup: {
    ja: (n: string) => `${n}件のSIMのグループの変更を開始しました`,
    en: (n: string) => `Change of the group of ${one(n, 'SIM', 'SIMs')} started`,
  },
  simDelete: {
    ja: (n: string) => `${n}件のSIMの削除を開始しました`,
    en: (n: string) => `Deletion of ${one(n, 'SIM', 'SIMs')} started`,
  },
} satisfies Record<TaskKind, unknown>)

/** That it was done. */
export const doneText = defineText({
  simImport: { ja: 'SIMをインポートしました', en: 'SIMs imported' },
  simImportUndo: { ja: 'インポートを取り消しました', en: 'The import was undone' },
  simAlias: { ja: 'デバイス名を変更しました', en: 'Device aliases changed' },
  simGroup: { ja: 'グループを変更しました', en: 'Groups changed' },
  simDelete: { ja: 'SIMを削除しました', en: 'SIMs deleted' },
} satisfies Record<TaskKind, unknown>)

/** That it could not be done, not even in part. */
export const notDoneText = defineText({
  simImport: { ja: 'SIMをインポートできませんでした', en: 'The SIMs could not be imported' },
  simImportUndo: { ja: 'インポートを取り消せませんでした', en: 'The import could not be undone' },
  simAlias: { ja: 'デバイス名を変更できませんでした', en: 'The device aliases could not be changed' },
  simGroup: { ja: 'グループを変更できませんでした', en: 'The groups could not be changed' },
  simDelete: { ja: 'SIMを削除できませんでした', en: 'The SIMs could not be deleted' },
} satisfies Record<TaskKind, unknown>)

/** That only some of it could be done. */
export const partlyText = defineText({
  simImport: { ja: 'SIMをインポートしました', en: 'SIMs imported' },
  simImportUndo: { ja: 'インポートを取り消しました', en: 'The import was undone' },
  simAlias: { ja: '一部のデバイス名を変更できませんでした', en: 'Some device aliases could not be changed' },
  simGroup: { ja: '一部のSIMのグループを変更できませんでした', en: 'The group of some SIMs could not be changed' },
  simDelete: { ja: '一部のSIMを削除できませんでした', en: 'Some SIMs could not be deleted' },
} satisfies Record<TaskKind, unknown>)

export const taskText = defineText({
  tasks: { ja: '処理状況', en: 'Background work' },
  one: { ja: '処理', en: 'Work' },
  cancelled: { ja: (what: string) => `${what}を中止しました`, en: (what: string) => `${what} cancelled` },
  nothingWritten: { ja: '何も書き込まれていません', en: 'Nothing was written' },
  doneAndRefused: {
    ja: (done: string, refused: string) => `成功 ${done}件、エラー ${refused}件`,
    en: (done: string, refused: string) => `${done} done, ${refused} refused`,
  },
  doneOnly: { ja: (n: string) => `${n}件`, en: (n: string) => one(n, 'SIM', 'SIMs') },
  doneAndSkipped: {
    ja: (done: string, lines: string) => `${done}（スキップした行 ${lines}行）`,
    en: (done: string, lines: string) => `${done} (${one(lines, 'line', 'lines')} skipped)`,
  },
  fileChecked: { ja: 'ファイルの確認が終わりました', en: 'The file was checked' },
  goodAndBad: {
    ja: (good: string, bad: string) => `取り込める行 ${good}行、エラーのある行 ${bad}行`,
    en: (good: string, bad: string) => `${one(good, 'line', 'lines')} can be imported, ${bad} cannot`,
  },
  show: { ja: '表示', en: 'Show' },
})
