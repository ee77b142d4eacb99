import { ApiError } from '@simdeck/contract/errors.ts'
import { maxTimelineCount, type TimelineEvent, timelineKinds } from '@simdeck/contract/sim-timeline.ts'
import { heardOf } from '../notifications/heard-of.ts'
import type { Db } from '../platform/db/database.ts'
import { type Caller, type Handlers, signedIn } from '../platform/http/handler.ts'
import { simsByIds } from '../sims/sims.ts'
import { kindOfSource, withDetails } from './details.ts'
import { countEvents, type EventRef, type FoldedPolls, type Listener, selectEvents, selectPolls, sources } from './queries.ts'

const cursorOf = ({ at, source, id }: EventRef): string => `${at}.${source}.${id}`

function eventOf(cursor: string): EventRef {
  const [at, name, id] = cursor.split('.')
  const source = sources.find((one) => one === name)
  if (!source) throw new ApiError('invalidInput')
  return { at: Number(at), source, id: Number(id) }
}

async function listenerOf(db: Db, caller: Caller): Promise<Listener> {
  if (caller.kind !== 'member') return null
  const heard = await heardOf(db, caller.memberId)
  return heard && { id: caller.memberId, ...heard }
}

const pollEvent = ({ count, from, until, rsrp_least, rsrp_most }: FoldedPolls): TimelineEvent => ({
  kind: 'poll',
  at: until.toISOString(),
  details: { count, from: from.toISOString(), until: until.toISOString(), rsrp_least, rsrp_most },
})

/** The records of the wanted kinds that the caller may read, and whether POLLs are among the kinds. */
async function readable(db: Db, caller: Caller, kinds: readonly TimelineEvent['kind'][]) {
  const isWanted = (kind: TimelineEvent['kind']): boolean =>
    kinds.includes(kind) && (kind !== 'change' || caller.permissions.has('LOGS_SYSTEM_LOG'))
  const listener = await listenerOf(db, caller)
  const from = sources.filter((source) => isWanted(kindOfSource(source)) && (source !== 'notification' || listener !== null))
  return { from, listener, polls: isWanted('poll') }
}

/** Handles the calls for the timeline of a SIM. */
export function timelineRoutes({ db }: { db: Db }): Handlers<'getSimTimeline' | 'countSimTimeline'> {
  return {
    async countSimTimeline(call) {
      const { id } = call.params
      if ((await simsByIds(db, [id])).length === 0) throw new ApiError('simNotFound')
      const read = await readable(db, signedIn(call), timelineKinds)
      const counts = new Map<TimelineEvent['kind'], number>()
      for (const { source, count } of await countEvents(db, id, { ...read, most: maxTimelineCount + 1 })) {
        const kind = source === 'poll' ? source : kindOfSource(source)
        counts.set(kind, (counts.get(kind) ?? 0) + count)
      }
      return [...counts].map(([kind, count]) => ({ kind, count: Math.min(count, maxTimelineCount), more: count > maxTimelineCount }))
    },

    async getSimTimeline(call) {
      const { id } = call.params
      const { kinds = timelineKinds, take, timezoneOffset = 0 } = call.query
      if ((await simsByIds(db, [id])).length === 0) throw new ApiError('simNotFound')
      const before = call.query.before === undefined ? null : eventOf(call.query.before)
      const { from, listener, polls: hasPolls } = await readable(db, signedIn(call), kinds)
      const found = await selectEvents(db, id, { from, before, most: take + 1, listener })
      const refs = found.slice(0, take)
      const last = found.length > take ? refs.at(-1)! : null
      const span = { after: last?.at ?? null, before: before?.at ?? null, events: refs.map(({ at }) => at), timezoneOffset }
      const polls = hasPolls ? await selectPolls(db, id, span) : []
      const events = [...(await withDetails(db, refs, call.language)), ...polls.map(pollEvent)]
      return { events: events.toSorted((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0)), next: last && cursorOf(last) }
    },
  }
}
