import type { Language } from '@simdeck/contract/languages.ts'
import { isOtaKind, otaKind } from '@simdeck/contract/ota-kinds/kinds.ts'
import { otaStatusWords, simStatusLabel } from '@simdeck/contract/sim-value-words.ts'
import type { TimelineEvent, TimelineEventOf } from '@simdeck/contract/sim-timeline.ts'
import { contentOf, isFailure, nameOfAction, shownValue, authorOf } from '../../logs/system/action-row.ts'
import { fieldName } from '../../logs/system/field-names.ts'
import { formatDay, formatHourMinute } from '../../ui/words/clock.ts'
import { formatNumber } from '../../ui/words/numbers.ts'
import { textIn } from '../../ui/words/text.ts'
import { lockResultText, timelineText } from './timeline-text.ts'

/** The texts of an event. `link`: the path of the screen behind it. */
export interface EventWords {
  title: string
  content: string | null
  by: string | null
  link: string | null
}

type Of<Kind extends TimelineEvent['kind']> = TimelineEventOf<Kind>['details']
type Told = Partial<EventWords> & Pick<EventWords, 'title'>

function otaWords({ kind, name, version, status, code, sw, campaign }: Of<'ota'>, language: Language): Told {
  const t = textIn(timelineText, language)
  const action = isOtaKind(kind) ? otaKind(kind).words.action[language] : kind
  const held = [name, version].filter((part) => part !== null).join(' ')
  const cause = status === 'Failed' ? [code === null ? null : t.code(code), sw] : []
  const parts = [otaStatusWords[status][language], ...cause, t.campaign(campaign.id, campaign.name)]
  return {
    title: held === '' || (isOtaKind(kind) && otaKind(kind).worksOn === 'card') ? action : t.ota(held, action),
    content: parts.filter((part) => part !== null).join(t.comma),
    link: `/otas/campaigns/${campaign.id}`,
  }
}

function safeWords({ object, label, step, valid_to: to, by }: Of<'iotsafe'>, language: Language): Told {
  const t = textIn(timelineText, language)
  const parts = [t[step], object === 'certificate' && to !== null && step === 'active' ? t.validTo(formatDay(to)) : null]
  return { title: t[object](label), content: parts.filter((part) => part !== null).join(t.comma), by: step === 'active' ? t.byCard : by }
}

function imeiWords({ from, to, confirmed_by: by, lock_result: lock }: Of<'imei'>, language: Language): Told {
  const t = textIn(timelineText, language)
  const parts = [by === null ? t.unconfirmed : t.confirmedBy(by), lock === null ? null : textIn(lockResultText, language)[lock]]
  return { title: t.imei(from, to), content: parts.filter((part) => part !== null).join(t.comma), by: t.byCard }
}

function changeWords(row: Of<'change'>, language: Language): Told {
  const t = textIn(timelineText, language)
  const changes = row.changes.map(({ field, before, after }) => {
    const [was, is] = [before, after].map((value) => shownValue(field, value, language) ?? '—')
    return `${fieldName(field, language)} ${was} → ${is}`
  })
  const content = isFailure(row) || changes.length === 0 ? contentOf(row, language) : changes.join(t.comma)
  return { title: nameOfAction(row, language), content, by: authorOf(row) }
}

function pollWords({ count, from, until, rsrp_least: least, rsrp_most: most }: Of<'poll'>, language: Language): Told {
  const t = textIn(timelineText, language)
  const span = count === 1 ? null : `${formatHourMinute(from)}–${formatHourMinute(until)}`
  const range = least === most || most === null ? formatNumber(least ?? 0) : `${formatNumber(least ?? 0)}〜${formatNumber(most)}`
  const parts = [span, least === null ? null : `RSRP ${range} dBm`]
  return { title: t.polls(formatNumber(count)), content: parts.filter((part) => part !== null).join(t.comma), by: t.byCard }
}

function told(event: TimelineEvent, language: Language): Told {
  const t = textIn(timelineText, language)
  switch (event.kind) {
    case 'status': {
      const { from, to, actor, source } = event.details
      return { title: t.status(simStatusLabel[from], simStatusLabel[to]), by: actor ?? (source === 'import' ? t.byImport : t.byCarrier) }
    }
    case 'ota':
      return otaWords(event.details, language)
    case 'iotsafe':
      return safeWords(event.details, language)
    case 'imei':
      return imeiWords(event.details, language)
    case 'group':
      return { title: t.group(event.details.from ?? t.noGroup, event.details.to ?? t.noGroup) }
    case 'change':
      return changeWords(event.details, language)
    case 'notification':
      return { title: t.notification(event.details.title), content: event.details.body, link: event.details.to }
    case 'carrier':
      return { title: event.details.isSuccess ? t.refreshed : t.notRefreshed, by: event.details.user_name }
    case 'poll':
      return pollWords(event.details, language)
  }
}

export function eventWords(event: TimelineEvent, language: Language): EventWords {
  const words = told(event, language)
  return { title: words.title, content: words.content || null, by: words.by ?? null, link: words.link ?? null }
}

/** Events in days of the user's time zone, in their order. */
export function daysOf(events: readonly TimelineEvent[]): { day: string; events: TimelineEvent[] }[] {
  const days: { day: string; events: TimelineEvent[] }[] = []
  for (const event of events) {
    const day = formatDay(event.at)
    if (days.at(-1)?.day !== day) days.push({ day, events: [] })
    days.at(-1)!.events.push(event)
  }
  return days
}

/** The name of the day of the week of a day as `formatDay` writes it. */
export function weekdayOf(day: string, language: Language): string {
  const [month = 1, date = 1, year = 0] = day.split('-').map(Number)
  return new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(year, month - 1, date))
}
