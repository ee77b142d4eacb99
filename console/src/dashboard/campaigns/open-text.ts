import { defineText } from '../../ui/words/text.ts'

export const openText = defineText({
  title: { ja: '配信', en: 'Campaigns' },
  counts: {
    ja: (running: number, paused: number, planned: number) => `実行中 ${running}・停止 ${paused}・予定 ${planned}`,
    en: (running: number, paused: number, planned: number) => `${running} running · ${paused} paused · ${planned} planned`,
  },
  list: { ja: '配信一覧', en: 'All campaigns' },
  none: { ja: '実行中や予定の配信はありません', en: 'No campaign runs or is planned' },
  name: { ja: '配信', en: 'Campaign' },
  state: { ja: '状態', en: 'Status' },
  progress: { ja: '進み具合', en: 'Progress' },
  ended: { ja: '終了 / 対象', en: 'Done / targets' },
  failed: { ja: '失敗', en: 'Failed' },
  rate: { ja: '速さ', en: 'Rate' },
  left: { ja: '残り', en: 'Left' },
  perHour: { ja: (n: string) => `毎時 ${n}`, en: (n: string) => `${n} / h` },
  about: { ja: (time: string) => `約${time}`, en: (time: string) => `about ${time}` },
  act: { ja: '操作', en: 'Action' },
  pause: { ja: (name: string) => `${name}を一時停止`, en: (name: string) => `Pause ${name}` },
  resume: { ja: (name: string) => `${name}を再開`, en: (name: string) => `Resume ${name}` },
  review: { ja: (name: string) => `${name}を確認`, en: (name: string) => `Review ${name}` },
  mayNot: { ja: 'この操作を行う権限がありません', en: 'Your role does not allow this' },
})
