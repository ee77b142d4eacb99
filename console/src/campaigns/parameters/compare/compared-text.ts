import { defineText } from '../../../ui/words/text.ts'

/** Texts of the comparison of install parameters with those that the SIMs have. */
export const comparedText = defineText({
  title: { ja: '今のインストールパラメータとの違い', en: 'Compared with the present install parameters' },
  allSame: {
    ja: (same: string) => `${same}台のSIMの値は、今と同じです。`,
    en: (same: string) => (same === '1' ? '1 SIM keeps its values.' : `${same} SIMs keep their values.`),
  },
  differ: {
    ja: (different: string, same: string) => `${different}台のSIMは、今と違う値になります。同じ値のSIMは${same}台です。`,
    en: (different: string, same: string) =>
      `${different === '1' ? '1 SIM gets' : `${different} SIMs get`} other values; ${same} keep theirs.`,
  },
  unknown: {
    ja: (n: string) => `残りの${n}台は、今の値の記録がありません。`,
    en: (n: string) => ` The present values of ${n} more are not known.`,
  },
  sims: { ja: 'SIM', en: 'SIMs' },
  count: { ja: (n: string) => `${n}台`, en: (n: string) => n },
  change: { ja: '変わる項目', en: 'What changes' },
  changed: {
    ja: (name: string, from: string, to: string) => `${name}：${from} → ${to}`,
    en: (name: string, from: string, to: string) => `${name}: ${from} → ${to}`,
  },
  others: {
    ja: (n: string) => `ほかの値：${n}件`,
    en: (n: string) => (n === '1' ? '1 other combination of values' : `${n} other combinations of values`),
  },
  noneKnown: { ja: '選んだSIMには、今の値の記録がありません。', en: 'The present values of these SIMs are not known.' },
  wrong: { ja: '入力を直すと、選んだSIMの今の値と比べられます。', en: 'Correct the parameters to compare them with these SIMs.' },
  take: { ja: '対象のSIMの今の値を入れる', en: 'Take the present values of the SIMs' },
  taken: {
    ja: (n: string) => `${n}台の今の値を入れました。`,
    en: (n: string) => (n === '1' ? 'These are the values of 1 SIM. ' : `These are the values of ${n} SIMs. `),
  },
  takenOthers: {
    ja: (n: string) => `ほかの値のSIMが${n}台あります。`,
    en: (n: string) => (n === '1' ? '1 more has other values. ' : `${n} more have other values. `),
  },
  takeFailed: { ja: '今の値を取得できませんでした', en: 'Could not read the present values' },
  none: { ja: 'なし', en: 'none' },
})
