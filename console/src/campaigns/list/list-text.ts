import type { CampaignFilterState } from '@simdeck/contract/campaign-list.ts'
import type { Words } from '@simdeck/contract/languages.ts'
import { defineText } from '../../ui/words/text.ts'

export const campaignListText = defineText({
  search: { ja: 'ID、配信名、パッケージ', en: 'ID, name or package' },
  packageState: { ja: 'パッケージの状態', en: 'State of the package' },
  wave: { ja: '段階', en: 'Wave' },
  waveOf: { ja: (n: number, of: number) => `${n} / ${of}`, en: (n: number, of: number) => `${n} of ${of}` },
  toRelease: { ja: '開始待ち', en: 'to release' },
  finished: { ja: '終了日時・残り', en: 'Finished or left' },
  total: { ja: '対象（台）', en: 'SIMs' },
  archive: { ja: 'アーカイブ', en: 'Archive' },
  archived: { ja: '配信のアーカイブ', en: 'Archived campaigns' },
  backToList: { ja: '配信一覧', en: 'Campaigns' },
  moveBack: { ja: '一覧に戻す', en: 'Move back' },
  notEnded: { ja: '終了していない配信はアーカイブできません', en: 'A campaign that has not ended cannot be archived' },
  moved: {
    ja: (n: string) => `配信${n}件をアーカイブしました`,
    en: (n: string) => (n === '1' ? '1 campaign archived' : `${n} campaigns archived`),
  },
  movedBack: {
    ja: (n: string) => `配信${n}件を一覧に戻しました`,
    en: (n: string) => (n === '1' ? '1 campaign moved back' : `${n} campaigns moved back`),
  },
  notMoved: { ja: 'アーカイブできませんでした', en: 'Could not archive' },
  notMovedBack: { ja: '一覧に戻せませんでした', en: 'Could not move back' },
  tabs: { ja: '状態で絞り込み', en: 'By state' },
  all: { ja: 'すべて', en: 'All' },
  attention: { ja: '要対応', en: 'Needs you' },
  underWay: { ja: '進行中', en: 'Under way' },
  planned: { ja: '予定', en: 'Planned' },
  over: { ja: '終了', en: 'Over' },
  inArchive: {
    ja: (n: string) => `アーカイブに一致する配信が${n}件あります`,
    en: (n: string) => (n === '1' ? '1 archived campaign matches' : `${n} archived campaigns match`),
  },
  noMatch: { ja: '条件に一致する配信はありません', en: 'No campaign matches' },
  nothingArchived: { ja: 'アーカイブした配信はありません', en: 'Nothing is archived' },
  nothingArchivedWords: {
    ja: '終了した配信を一覧で選択すると、アーカイブできます。',
    en: 'Select campaigns that have ended in the list to archive them.',
  },
})

/** The states in the filter of the list. */
export const shownStates = [
  'awaitingApproval',
  'waitsForRelease',
  'pastLimit',
  'scheduled',
  'running',
  'paused',
  'stopping',
  'completed',
  'partlyFailed',
  'allFailed',
  'stopped',
  'rejected',
] as const
export const filterStateWords: Readonly<Record<(typeof shownStates)[number] & CampaignFilterState, Words>> = {
  awaitingApproval: { ja: '承認待ち', en: 'Awaiting approval' },
  waitsForRelease: { ja: '次の段階の開始待ち', en: 'Next wave to be released' },
  pastLimit: { ja: '上限を超えて一時停止', en: 'Paused past a limit' },
  scheduled: { ja: '予約済み', en: 'Scheduled' },
  running: { ja: '実行中', en: 'Running' },
  paused: { ja: '一時停止', en: 'Paused' },
  stopping: { ja: '停止処理中', en: 'Stopping' },
  completed: { ja: '完了', en: 'Completed' },
  partlyFailed: { ja: '一部失敗', en: 'Partly failed' },
  allFailed: { ja: '全台失敗', en: 'All failed' },
  stopped: { ja: '停止', en: 'Stopped' },
  rejected: { ja: '承認されず終了', en: 'Not approved' },
}
