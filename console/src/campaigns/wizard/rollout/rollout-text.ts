import { defineText } from '../../../ui/words/text.ts'
import type { RolloutProblem } from './rollout-draft.ts'

export const rolloutText = defineText({
  title: { ja: '始め方', en: 'How to start' },
  one: { ja: 'まず1台で試す', en: 'Try on one SIM first' },
  oneWords: {
    ja: '1台だけに配信して待ちます。結果を見てから、残りの配信を始めます',
    en: 'One SIM gets it. You look at the result, then release the rest',
  },
  waves: { ja: '段階に分けて配信', en: 'In waves' },
  wavesWords: { ja: '少しずつ広げ、失敗が多ければ自動で止まります', en: 'Spreads step by step, and pauses by itself when too many fail' },
  all: { ja: '全台に一度に', en: 'All at once' },
  allWords: {
    ja: (n: string) => `${n}台がすぐに始まります。自動では止まりません`,
    en: (n: string) => `${n} SIMs begin at once. It does not stop by itself`,
  },
  wave: { ja: '段階', en: 'Wave' },
  waveNumber: { ja: (n: number) => `第${n}段階`, en: (n: number) => `Wave ${n}` },
  size: { ja: '大きさ', en: 'Size' },
  simCount: { ja: '台数', en: 'SIMs' },
  sims: { ja: (n: string) => `${n}台`, en: (n: string) => n },
  rest: { ja: '残り', en: 'the rest' },
  percentOf: { ja: (n: number) => `第${n}段階の大きさ（%）`, en: (n: number) => `Size of wave ${n} (%)` },
  addWave: { ja: '段階を追加', en: 'Add a wave' },
  removeWave: { ja: '最後の段階を減らす', en: 'Remove a wave' },
  limitBefore: { ja: '失敗率が', en: 'Pause when more than' },
  limitMiddle: { ja: '%を超えたら自動で一時停止（', en: '% failed, judged from' },
  limitAfter: {
    ja: '台以上の結果で判定。小さな段階は、次へ進む前に判定）。待機中のSIMにも送りません',
    en: 'results on, or before the next wave if it is smaller. SIMs that wait get nothing either',
  },
  maxFailed: { ja: '失敗率の上限（%）', en: 'Largest share of failures (%)' },
  minResults: { ja: '判定する最小の台数', en: 'Results from which it is judged' },
  endedBefore: { ja: '段階の', en: 'Go on when' },
  endedAfter: { ja: '%が終了したら次の段階へ進む', en: '% of a wave have ended' },
  ended: { ja: '終了した割合（%）', en: 'Share that has ended (%)' },
  pollsAgain: {
    ja: '成功したSIMの、その後のポーリングも確認してから進む',
    en: 'Also wait until the SIMs that succeeded have polled again',
  },
  schedule: { ja: '日時を指定する', en: 'Schedule' },
  scheduleWords: {
    ja: '開始日時まで何も送りません。終了日時に待機中のままのSIMは取り消します',
    en: 'Nothing is sent before the start. SIMs that still wait at the end are cancelled',
  },
  window: { ja: '時間帯を限る', en: 'Only at certain hours' },
  windowWords: {
    ja: (zone: string) => `毎日この時間帯だけ配信し、時間外は自動で一時停止します（${zone}）`,
    en: (zone: string) => `Sends within these hours of each day, and pauses outside them (${zone})`,
  },
  from: { ja: '開始時刻', en: 'From' },
  to: { ja: '終了時刻', en: 'To' },
  percents: { ja: '段階の大きさは1–99の整数で入力してください', en: 'Give each wave a whole number from 1 to 99' },
  tooMuch: { ja: '段階の大きさの合計は100%未満にしてください', en: 'The waves together must be less than 100%' },
  maxFailedWrong: { ja: '失敗率の上限は0–100で入力してください', en: 'Give the share of failures as 0 to 100' },
  minResultsWrong: { ja: '判定する台数は1以上の整数で入力してください', en: 'Give the number of results as a whole number from 1' },
  endedWrong: { ja: '終了した割合は1–100の整数で入力してください', en: 'Give the share that has ended as 1 to 100' },
  scheduleWrong: { ja: '開始日時と終了日時を確認してください', en: 'Check the start and end time' },
  limitsWrong: { ja: '同時実行と再試行の数を確認してください', en: 'Check the numbers of SIMs at once and of retries' },
  windowWrong: { ja: '異なる開始時刻と終了時刻を入力してください', en: 'Give two different times' },
})

export const problemWords = {
  percents: 'percents',
  tooMuch: 'tooMuch',
  maxFailed: 'maxFailedWrong',
  minResults: 'minResultsWrong',
  ended: 'endedWrong',
  schedule: 'scheduleWrong',
  window: 'windowWrong',
  limits: 'limitsWrong',
} as const satisfies Record<RolloutProblem, keyof typeof rolloutText>
