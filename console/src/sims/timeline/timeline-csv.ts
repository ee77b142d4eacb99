import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import { maxTimelineCount } from '@simdeck/contract/sim-timeline.ts'
import type { TimelineEvent, TimelineKind } from '@simdeck/contract/sim-timeline.ts'
import type { Sim } from '@simdeck/contract/sims.ts'
import { csvOf } from '../../logs/screen/csv.ts'
import { call } from '../../session/api/api.ts'
import { saveFile } from '../../ui/frame/save-file.ts'
import { timezoneOffsetMinutes } from '../../ui/words/clock.ts'
import { eventWords } from './event-words.ts'

const pageEvents = 100

/** Saves the newest events of a SIM, about a thousand at most, of one kind or of all, in the order of the screen. */
export async function saveTimeline(sim: Sim, kind: TimelineKind | null, language: Language): Promise<void> {
  const events: TimelineEvent[] = []
  let before: string | null = null
  do {
    const page: { events: TimelineEvent[]; next: string | null } = await call(endpoints.getSimTimeline, {
      params: { id: sim.id },
      query: {
        take: pageEvents,
        timezoneOffset: timezoneOffsetMinutes(),
        ...(kind !== null && { kinds: kind }),
        ...(before !== null && { before }),
      },
    })
    events.push(...page.events)
    before = page.next
  } while (before !== null && events.length < maxTimelineCount)
  const columns = {
    time: ({ at }: TimelineEvent) => at,
    kind: (event: TimelineEvent) => event.kind,
    event: (event: TimelineEvent) => eventWords(event, language).title,
    details: (event: TimelineEvent) => eventWords(event, language).content,
    by: (event: TimelineEvent) => eventWords(event, language).by,
  }
  // A spreadsheet recognises UTF-8 by the byte order mark.
  saveFile(`timeline_${sim.iccid}_${Math.floor(Date.now() / 1000)}.csv`, `\uFEFF${csvOf(columns, events)}`, 'text/csv;charset=utf-8')
}
