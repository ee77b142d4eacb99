import type { Language } from '@simdeck/contract/languages.ts'
import dayjs from 'dayjs'
import utc from 'dayjs/plugin/utc.js'
import { useSyncExternalStore } from 'react'
import { defineText, textIn } from './text.ts'

dayjs.extend(utc)

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

/** `MM-DD-YYYY HH:mm` in the user's zone (specification §9). */
export function formatMoment(at: Moment): string {
  return dayjs(at).format('MM-DD-YYYY HH:mm')
}

/** `YYYY-MM-DD HH:mm:ss` in the user's zone, as notifications say it (specification §2). */
export function formatNotified(at: Moment): string {
  return dayjs(at).format('YYYY-MM-DD HH:mm:ss')
}

/** The clock time of a step (`HH:mm:ss`), or of a traced message with its milliseconds. */
export function formatClock(at: Moment, withMs = false): string {
  return dayjs(at).format(withMs ? 'HH:mm:ss.SSS' : 'HH:mm:ss')
}

/** The same moment in UTC to the second, shown on hover. */
export function formatUtc(at: Moment): string {
  return `${dayjs.utc(at).format('MM-DD-YYYY HH:mm:ss')} UTC`
}

/** How long ago, or how far ahead, in whole minutes, hours or days; under a minute either way is now. */
export function formatRelative(at: Moment, nowMs: number, language: Language): string {
  const said = textIn(text, language)
  const deltaMs = nowMs - dayjs(at).valueOf()
  const minutes = Math.floor(Math.abs(deltaMs) / 60_000)
  const ago = deltaMs >= 0
  if (minutes < 1) return said.now
  if (minutes < 60) return ago ? said.minutesAgo(minutes) : said.inMinutes(minutes)
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return ago ? said.hoursAgo(hours) : said.inHours(hours)
  const days = Math.floor(hours / 24)
  return ago ? said.daysAgo(days) : said.inDays(days)
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
      for (const tell of listeners) tell()
    }, 15_000)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    window.clearInterval(timer)
    timer = undefined
  }
}

/** The present, renewed every fifteen seconds by one timer for the whole page. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => nowMs)
}
