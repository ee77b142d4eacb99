import { shownValue, unitOf } from '@simdeck/contract/alert-figures.ts'
import type { AlertFigure } from '@simdeck/contract/alert-figures.ts'
import type { AlertComparison, AlertRule, AlertSource } from '@simdeck/contract/alerts.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import { formatNumber } from '../ui/words/numbers.ts'

const after = { over: '超', atLeast: '以上', under: '未満', atMost: '以下' }
const before = { over: 'more than', atLeast: 'at least', under: 'fewer than', atMost: 'at most' }

/** `10分`, `2時間`, `1日`. */
export function minutesWords(minutes: number, language: Language): string {
  const isDays = minutes > 0 && minutes % 1440 === 0
  const isHours = minutes >= 60 && minutes % 60 === 0
  const n = formatNumber(isDays ? minutes / 1440 : isHours ? minutes / 60 : minutes)
  if (language === 'ja') return n + (isDays ? '日' : isHours ? '時間' : '分')
  return `${n} ${isDays ? 'd' : isHours ? 'h' : 'min'}`
}

/** A value with its unit: `50台`, `96.5%`, `3,500件/分`, `380ミリ秒`. English leaves the unit of SIMs out. */
export function amountWords(value: number, figure: AlertFigure | null, language: Language): string {
  const n = formatNumber(shownValue(value))
  const words = {
    sims: { ja: `${n}台`, en: n },
    percent: { ja: `${n}%`, en: `${n}%` },
    polls: { ja: `${n}件/分`, en: `${n} a minute` },
    ms: { ja: `${n}ミリ秒`, en: `${n} ms` },
  }
  return words[unitOf(figure)][language]
}

/** As `amountWords`, and in English with the unit of SIMs: `50 SIMs`. */
export function toldWords(value: number, figure: AlertFigure | null, language: Language): string {
  const unit = unitOf(figure)
  if (language === 'ja' || unit === 'percent' || unit === 'ms') return amountWords(value, figure, language)
  const n = formatNumber(shownValue(value))
  return unit === 'polls' ? `${n} polls a minute` : `${n} ${value === 1 ? 'SIM' : 'SIMs'}`
}

/** The figure that a rule watches; null for SIMs of a view or of filters. */
export const figureOf = (source: AlertRule['source'] | AlertSource | null): AlertFigure | null =>
  source?.kind === 'figure' ? source.figure : null

type Condition = { comparison: AlertComparison; threshold: number; holdMinutes: number; figure: AlertFigure | null }

/** `50台超が10分`, `more than 50 for 10 min`. */
export function conditionWords(
  { comparison, threshold, holdMinutes, figure }: Condition,
  language: Language,
  amountOf: typeof amountWords = amountWords,
): string {
  const n = amountOf(threshold, figure, language)
  const time = minutesWords(holdMinutes, language)
  if (language === 'ja') return `${n}${after[comparison]}${holdMinutes === 0 ? 'ですぐに' : `が${time}`}`
  return `${before[comparison]} ${n}${holdMinutes === 0 ? ', at once' : ` for ${time}`}`
}

/** The time between two moments, in its two largest units: `1日4時間`, `20分`. */
export function lengthWords(ms: number, language: Language): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000))
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60]
  const parts = [
    ...(days > 0 ? [minutesWords(days * 1440, language)] : []),
    ...(hours > 0 ? [minutesWords(hours * 60, language)] : []),
    ...(days === 0 && (rest > 0 || hours === 0) ? [minutesWords(rest, language)] : []),
  ]
  return parts.slice(0, 2).join(language === 'ja' ? '' : ' ')
}
