import { defineText } from '../../ui/words/text.ts'

export const pollsText = defineText({
  title: { ja: '最終ポーリングの分布', en: 'Last polls' },
  never: { ja: '通信なし', en: 'Never' },
  older: { ja: 'それ以前', en: 'Older' },
  days: { ja: '30日以内（1日ごと）', en: '30 days, by day' },
  hours: { ja: '24時間以内（1時間ごと）', en: '24 hours, by hour' },
  minutes: { ja: '1時間以内（5分ごと）', en: '1 hour, by 5 minutes' },
  neverHeard: { ja: '一度も通信なし', en: 'Never heard' },
  before: { ja: (until: string) => `${until} より前`, en: (until: string) => `before ${until}` },
  period: { ja: (from: string, until: string) => `${from} 〜 ${until}`, en: (from: string, until: string) => `${from} – ${until}` },
  bar: { ja: (period: string, n: string) => `${period}：${n}台`, en: (period: string, n: string) => `${period}: ${n}` },
  hint: {
    ja: '棒を選ぶと、最終ポーリングがその期間にあったSIMに絞り込みます。Shiftを押しながら別の棒を選ぶと、期間を広げます。',
    en: 'Choose a bar to narrow the list to the SIMs whose last poll lies in its period. Choose another one with Shift to widen it.',
  },
  hintChosen: {
    ja: '薄い棒は、最終ポーリングの条件で一覧から外れているSIMです。選んだ棒をもう一度押すと、条件を外します。Shiftを押しながら別の棒を選ぶと、期間を広げます。',
    en: 'Pale bars are SIMs that the filter by last poll leaves out. Press the chosen bar again to remove the filter, or another one with Shift to widen it.',
  },
  byGroup: { ja: 'グループ別', en: 'By group' },
  noGroup: { ja: 'グループなし', en: 'No group' },
  group: { ja: (name: string, n: string) => `${name} ${n}台`, en: (name: string, n: string) => `${name}: ${n}` },
  moreGroups: { ja: (n: string) => `ほか${n}グループ`, en: (n: string) => `${n} more groups` },
  table: { ja: '表で見る', en: 'As a table' },
  when: { ja: '最終ポーリング', en: 'Last poll' },
  sims: { ja: 'SIM', en: 'SIMs' },
})
