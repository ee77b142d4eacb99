import type { Translations } from '../../ui/words/text.ts'
import type { text } from './sim-list-text.ts'

/** A value of the filter by the time since the last data: 「36時間以上」「ポーリング間隔の3倍以上」. */
export function silenceWords(silence: string, t: Translations<typeof text>): string {
  if (silence === 'never') return t.neverHeard
  const [least = '', most] = silence.slice(0, -1).split('-')
  const words = { m: t.silentMinutes, h: t.silentHours, d: t.silentDays, x: t.silentIntervals }[silence.at(-1) as 'm' | 'h' | 'd' | 'x']
  return words(least, most)
}
