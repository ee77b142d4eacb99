import type { Language } from '@simdeck/contract/languages.ts'
import { useSyncExternalStore } from 'react'
import { defineText, textIn } from './text.ts'
import { offsetMinutesIn, readingIn, startOfDayIn, useZoneStore } from './zone.ts'

/** A moment: milliseconds since 1970, or ISO 8601. */
export type Moment = number | string

const text = defineText({
  now: { ja: 'たった今', en: 'just now' },
  minutesAgo: { ja: (n: number) => `${n}分前`, en: (n: number) => `${n} min ago` },
  hoursAgo: { ja: (n: number) => `${n}時間前`, en: (n: number) => `${n} h ago` },
  daysAgo: { ja: (n: number) => `${n}日前`, en: (n: number) => (n === 1 ? '1 day ago' : `${n} days ago`) },
  inMinutes: { ja: (n: number) => `${n}分後`, en: (n: number) => `in ${n} min` },
  inHours: { ja: (n: number) => `${n}時間後`, en: (n: number) => `in ${n} h` },
  inDays: { ja: (n: number) => `${n}日後`, en: (n: number) => (n === 1 ? 'in 1 day' : `in ${n} days`) },
})

const msOf = (at: Moment): number => new Date(at).getTime()
const zoneNow = (): string | null => useZoneStore.getState().zone
const reading = (at: Moment, zone = zoneNow()) => readingIn(zone, msOf(at))

/** `MM-DD-YYYY HH:mm` in the time zone of the user, or in the given one (specification §9). */
export function formatMoment(at: Moment, zone?: string | null): string {
  const { year, month, day, hour, minute } = reading(at, zone)
  return `${month}-${day}-${year} ${hour}:${minute}`
}

/** `MM-DD-YYYY` in the user's time zone. */
export function formatDay(at: Moment): string {
  return formatMoment(at).slice(0, 10)
}

/** `YYYY-MM-DD HH:mm:ss` in the time zone of the user, the format of notifications (specification §2). */
export function formatNotified(at: Moment): string {
  const { year, month, day, hour, minute, second } = reading(at)
  return `${year}-${month}-${day} ${hour}:${minute}:${second}`
}

/** Clock time of a step (`HH:mm:ss`) or, with milliseconds, of a traced message. */
export function formatClock(at: Moment, withMs = false): string {
  const { hour, minute, second, millisecond } = reading(at)
  return `${hour}:${minute}:${second}${withMs ? `.${millisecond}` : ''}`
}

/** `HH:mm` in the user's time zone. */
export function formatHourMinute(at: Moment): string {
  return formatClock(at).slice(0, 5)
}

/** The moment in UTC to the second, for tooltips. */
export function formatUtc(at: Moment): string {
  const { year, month, day, hour, minute, second } = reading(at, 'UTC')
  return `${month}-${day}-${year} ${hour}:${minute}:${second} UTC`
}

/** Day of a moment in the time zone of the user (`YYYY-MM-DD`, the value of a date field). */
export function dayOf(at: Moment): string {
  return formatNotified(at).slice(0, 10)
}

/** First and last moment of a day (`YYYY-MM-DD`) in the time zone of the user. */
export function momentsOfDay(day: string): { first: string; last: string } {
  const zone = zoneNow()
  const next = new Date(Date.parse(`${day}T00:00:00.000Z`) + 86_400_000).toISOString().slice(0, 10)
  return {
    first: new Date(startOfDayIn(zone, day)).toISOString(),
    last: new Date(startOfDayIn(zone, next) - 1).toISOString(),
  }
}

/** Current value of `Date.getTimezoneOffset` for the time zone of the user: minutes from local time to UTC, negative east of Greenwich. */
export function timezoneOffsetMinutes(): number {
  return -offsetMinutesIn(zoneNow(), Date.now()) || 0
}

/** Relative time in whole minutes, hours or days, past or future. Less than a minute is "just now". */
export function formatRelative(at: Moment, nowMs: number, language: Language): string {
  const t = textIn(text, language)
  const deltaMs = nowMs - msOf(at)
  const minutes = Math.floor(Math.abs(deltaMs) / 60_000)
  const ago = deltaMs >= 0
  if (minutes < 1) return t.now
  if (minutes < 60) return ago ? t.minutesAgo(minutes) : t.inMinutes(minutes)
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return ago ? t.hoursAgo(hours) : t.inHours(hours)
  const days = Math.floor(hours / 24)
  return ago ? t.daysAgo(days) : t.inDays(days)
}

let nowMs = Date.now()
let timer: number | undefined
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (timer === undefined) {
    nowMs = Date.now()
    timer = window.setInterval(() => {
      nowMs = Date.now()
      for (const listener of listeners) listener()
    }, 15_000)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    window.clearInterval(timer)
    timer = undefined
  }
}

/** The current time, updated every 15 seconds by one timer for the whole page. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => nowMs)
}
