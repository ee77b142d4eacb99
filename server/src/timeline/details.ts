import type { Language } from '@simdeck/contract/languages.ts'
import type { TimelineEvent } from '@simdeck/contract/sim-timeline.ts'
import { actionsByIds } from '../logs/actions.ts'
import { pathsOf } from '../notifications/links.ts'
import { notificationShape } from '../notifications/shape.ts'
import type { Db } from '../platform/db/database.ts'
import { selectDetails, selectNotifications, selectObjects } from './detail-queries.ts'
import type { EventRef, Source } from './queries.ts'

type Loaded = Map<number, TimelineEvent['details']>
type Load = (db: Db, ids: readonly number[], language: Language) => Promise<Loaded>

const objects =
  (object: 'certificate' | 'file', step: 'added' | 'active'): Load =>
  async (db, ids) => {
    const found = await selectObjects(db, object, ids)
    // The list of objects names who added one; a card activates it by itself.
    return new Map([...found].map(([id, details]) => [id, { ...details, step, by: step === 'added' ? details.by : null }]))
  }

const sourceOf: Record<Source, { kind: TimelineEvent['kind']; load: Load }> = {
  status: { kind: 'status', load: (db, ids) => selectDetails(db, ids, 'status') },
  ota: { kind: 'ota', load: (db, ids) => selectDetails(db, ids, 'ota') },
  imei: { kind: 'imei', load: (db, ids) => selectDetails(db, ids, 'imei') },
  group: { kind: 'group', load: (db, ids) => selectDetails(db, ids, 'group') },
  carrier: { kind: 'carrier', load: (db, ids) => selectDetails(db, ids, 'carrier') },
  certadded: { kind: 'iotsafe', load: objects('certificate', 'added') },
  certactive: { kind: 'iotsafe', load: objects('certificate', 'active') },
  fileadded: { kind: 'iotsafe', load: objects('file', 'added') },
  fileactive: { kind: 'iotsafe', load: objects('file', 'active') },
  change: {
    kind: 'change',
    load: async (db, ids) => new Map((await actionsByIds(db, ids)).map((row) => [row.id, row])),
  },
  notification: {
    kind: 'notification',
    async load(db, ids, language) {
      const rows = await selectNotifications(db, ids)
      const to = await pathsOf(db, rows)
      return new Map(
        rows.map((row) => {
          const { tone, title, body, to: path } = notificationShape({ ...row, read: true }, { language, to: to(row) })
          return [row.id, { tone, title, body, to: path }]
        }),
      )
    },
  },
}

export const kindOfSource = (source: Source): TimelineEvent['kind'] => sourceOf[source].kind

/** The events with their details, in their order. An event that was deleted meanwhile is left out. */
export async function withDetails(db: Db, refs: readonly EventRef[], language: Language): Promise<TimelineEvent[]> {
  const loaded = new Map<Source, Loaded>()
  for (const [source, some] of Map.groupBy(refs, ({ source: one }) => one)) {
    const ids = some.map(({ id }) => id)
    loaded.set(source, await sourceOf[source].load(db, ids, language))
  }
  return refs.flatMap(({ source, id, at }) => {
    const details = loaded.get(source)?.get(id)
    const event = { kind: kindOfSource(source), at: new Date(at / 1000).toISOString(), details }
    return details === undefined ? [] : [event as TimelineEvent]
  })
}
