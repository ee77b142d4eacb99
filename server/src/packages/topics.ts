import type { Topic } from '../platform/events/topic.ts'

/** The topic of packages and managed AIDs. Its event has no row, so it reports deletions as well. */
export const packageTopics: readonly Topic[] = [
  {
    name: 'packages',
    everyMs: 250,
    watched: null,
    load: (_, ids) => Promise.resolve(ids.map((id) => ({ id, event: { event: 'PACKAGES_CHANGED' } }))),
  },
]
