import type { DashboardPeriod } from '@simdeck/contract/dashboard.ts'
import { defineText } from '../ui/words/text.ts'

export const overviewText = defineText({
  title: { ja: '概要', en: 'Overview' },
  updated: { ja: (clock: string) => `${clock}に更新・1分ごと`, en: (clock: string) => `Updated ${clock}, every minute` },
  asOf: { ja: (moment: string) => `${moment}時点の数値です`, en: (moment: string) => `Figures of ${moment}` },
  notYet: { ja: 'フリートの数値はまだありません', en: 'No figures of the fleet yet' },
  notYetWords: {
    ja: '1分ごとに集計し、1–2分後に表示します。',
    en: 'They are gathered every minute, and appear in a minute or two.',
  },
  period: { ja: '期間', en: 'Period' },
  fullScreen: { ja: '全画面', en: 'Full screen' },
  leaveFullScreen: { ja: '全画面を終了', en: 'Leave full screen' },
  service: { ja: '動作状況', en: 'Service' },
  nodes: { ja: 'サーバー', en: 'Servers' },
  jobs: { ja: '定期処理', en: 'Recurring jobs' },
  jobsFailing: { ja: (n: string) => `${n}件が失敗`, en: (n: string) => `${n} failing` },
  mailServer: { ja: 'メールサーバー', en: 'Mail server' },
  fine: { ja: '正常', en: 'OK' },
  isSet: { ja: '設定済み', en: 'Set' },
  missing: { ja: '未設定', en: 'Not set' },
  changes: { ja: 'ほかのメンバーの変更', en: 'Changes by others' },
  noChanges: { ja: '変更の記録はありません', en: 'No changes' },
  yesterday: { ja: '昨日', en: 'Yesterday' },
  all: { ja: 'すべて', en: 'All' },
})

export const periodText = defineText({
  '24h': { ja: '24時間', en: '24 h' },
  '7d': { ja: '7日', en: '7 days' },
  '30d': { ja: '30日', en: '30 days' },
  '13mo': { ja: '13か月', en: '13 months' },
  custom: { ja: '期間を指定', en: 'Custom' },
} satisfies Record<DashboardPeriod | 'custom', { ja: string; en: string }>)
