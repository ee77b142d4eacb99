import type { Language } from '@simdeck/contract/languages.ts'
import { offsetMinutesIn } from '../ui/words/zone.ts'

const localeOf = { ja: 'ja-JP', en: 'en-US' } as const

function formatOffset(minutes: number): string {
  const two = (n: number): string => String(n).padStart(2, '0')
  const size = Math.abs(minutes)
  return `UTC${minutes < 0 ? '−' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

function nameOf(zone: string, language: Language): string {
  const parts = new Intl.DateTimeFormat(localeOf[language], { timeZone: zone, timeZoneName: 'longGeneric' }).formatToParts(0)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}

/** All IANA time zones, each with its current offset and its name in the language. The field searches the whole label. */
export function zoneOptions(language: Language, nowMs: number): { value: string; label: string }[] {
  const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]
  return zones.map((value) => {
    const details = [formatOffset(offsetMinutesIn(value, nowMs)), nameOf(value, language)].filter((part) => part !== '')
    return { value, label: language === 'ja' ? `${value}（${details.join('、')}）` : `${value} (${details.join(', ')})` }
  })
}
