import type { signalNames } from '@simdeck/contract/dashboard.ts'
import type { Words } from '@simdeck/contract/languages.ts'
import { defineText } from '../../ui/words/text.ts'

export const fleetText = defineText({
  title: { ja: 'フリート', en: 'Fleet' },
  sims: { ja: (n: string) => `${n}台`, en: (n: string) => (n === '1' ? '1 SIM' : `${n} SIMs`) },
  on: { ja: 'オン', en: 'On' },
  expected: { ja: '見込み', en: 'Expected' },
  online: { ja: 'オンのSIM', en: 'SIMs online' },
  ofExpected: { ja: (n: string) => `/ 見込み ${n}台`, en: (n: string) => `of ${n} expected` },
  gap: { ja: (n: string) => `差 ${n}台（`, en: (n: string) => `${n} missing (` },
  late: { ja: (n: string) => `遅れ ${n}`, en: (n: string) => `${n} late` },
  silent: { ja: (n: string) => `応答なし ${n}`, en: (n: string) => `${n} silent` },
  between: { ja: '・', en: ', ' },
  end: { ja: '）', en: ')' },
  mean: { ja: '7日の平均', en: 'mean of 7 days' },
  polls: { ja: 'ポーリング', en: 'Polls' },
  perMinute: { ja: '件/分', en: 'a minute' },
  delay: { ja: '応答の遅れ p95', en: 'Answer delay p95' },
  seconds: { ja: (goal: number) => `秒（目標 ${goal}秒）`, en: (goal: number) => `s (goal ${goal} s)` },
  statuses: { ja: 'SIMの状態', en: 'SIM status' },
  applets: { ja: 'アプレット', en: 'Applets' },
  pollers: { ja: 'ポーラー', en: 'Pollers' },
  signals: { ja: '電波（RSRP）', en: 'Signal (RSRP)' },
  ofOnline: { ja: (n: string) => `オンの${n}台`, en: (n: string) => `of ${n} online` },
  none: { ja: 'なし', en: 'None' },
  noSims: { ja: 'SIMはまだありません', en: 'No SIMs yet' },
  from: { ja: (dbm: string) => `${dbm}以上`, en: (dbm: string) => `≥ ${dbm}` },
  below: { ja: (dbm: string) => `${dbm}未満`, en: (dbm: string) => `< ${dbm}` },
})

export const signalText = defineText({
  extremelyStrong: { ja: '極めて強い', en: 'Extremely strong' },
  veryStrong: { ja: 'とても強い', en: 'Very strong' },
  strong: { ja: '強い', en: 'Strong' },
  veryWeak: { ja: 'とても弱い', en: 'Very weak' },
  unavailable: { ja: '利用不可', en: 'Unusable' },
  unknown: { ja: '測定値なし', en: 'Not measured' },
} satisfies Record<(typeof signalNames)[number] | 'unknown', Words>)
