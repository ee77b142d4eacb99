import type { Translations } from '../../ui/words/text.ts'
import type { overTimeText } from './over-time-text.ts'

/** A rounded duration in its largest units. */
export function durationText(ms: number, t: Translations<typeof overTimeText>): string {
  const seconds = Math.max(1, Math.round(ms / 1000))
  if (seconds < 60) return t.seconds(Math.ceil(seconds / 5) * 5)
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return t.minutes(minutes)
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? t.hours(hours, minutes % 60) : t.days(Math.round(hours / 24))
}
