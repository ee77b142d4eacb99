import { defineText } from '../../ui/words/text.ts'

const lengthJa = (minutes: number): string =>
  minutes < 60 ? `${minutes}分` : minutes < 1440 ? `${minutes / 60}時間` : minutes === 1440 ? '1日' : `${minutes / 1440}日`
const lengthEn = (minutes: number): string =>
  minutes < 60 ? `${minutes} min` : minutes < 1440 ? `${minutes / 60} h` : minutes === 1440 ? 'day' : `${minutes / 1440} days`

export const overTimeText = defineText({
  title: { ja: (minutes: number) => `${lengthJa(minutes)}ごとの結果`, en: (minutes: number) => `Results per ${lengthEn(minutes)}` },
  succeeded: { ja: '成功', en: 'Succeeded' },
  failed: { ja: '失敗', en: 'Failed' },
  blocked: { ja: 'ブロック', en: 'Blocked' },
  share: { ja: '失敗率（段階の累計）', en: 'Share of failures in the wave' },
  limit: { ja: (limit: string) => `上限 ${limit}%`, en: (limit: string) => `limit ${limit}%` },
  wave: { ja: (n: number) => `第${n}段階`, en: (n: number) => `Wave ${n}` },
  asTable: { ja: '表で見る', en: 'As a table' },
  asChart: { ja: 'グラフで見る', en: 'As a chart' },
  time: { ja: '時刻', en: 'Time' },
  successes: { ja: '時刻ごとの成功したSIMの台数', en: 'Succeeded SIMs over time' },
  failures: { ja: '時刻ごとの失敗またはブロックになったSIMの台数', en: 'Failed and blocked SIMs over time' },
  perHour: { ja: (n: string) => `毎時 約${n}台`, en: (n: string) => `about ${n} an hour` },
  left: { ja: (time: string) => `残り 約${time}`, en: (time: string) => `about ${time} left` },
  leftOfWave: {
    ja: (wave: number, time: string) => `第${wave}段階の残り 約${time}`,
    en: (wave: number, time: string) => `wave ${wave}: about ${time} left`,
  },
  unknown: { ja: '残り時間は不明', en: 'time left unknown' },
  retried: { ja: (n: string) => `再試行待ち${n}台`, en: (n: string) => `${n} waiting for a retry` },
  unanswered: { ja: (n: string) => `応答のないSIM${n}台`, en: (n: string) => `${n} not answering` },
  besides: { ja: (others: string) => `ほかに${others}`, en: (others: string) => `besides ${others}` },
  doneAt: { ja: '完了見込み', en: 'done at about' },
  seconds: { ja: (n: number) => `${n}秒`, en: (n: number) => `${n} s` },
  minutes: { ja: (n: number) => `${n}分`, en: (n: number) => `${n} min` },
  hours: { ja: (h: number, m: number) => (m === 0 ? `${h}時間` : `${h}時間${m}分`), en: (h: number, m: number) => `${h} h ${m} min` },
  days: { ja: (n: number) => `${n}日`, en: (n: number) => (n === 1 ? '1 day' : `${n} days`) },
})
