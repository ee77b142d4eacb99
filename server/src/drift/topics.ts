import type { Topic } from '../platform/events/topic.ts'

/** The topic of differences. One event tells all changes of a second, because it makes the whole fleet view stale. */
export const driftTopics: readonly Topic[] = [
  {
    name: 'drift',
    everyMs: 1_000,
    pauseFactor: 10,
    watched: null,
    load: (_, ids) => Promise.resolve(ids.slice(0, 1).map((id) => ({ id, event: { event: 'DRIFT_CHANGED' } }))),
  },
]
