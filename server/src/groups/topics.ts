import type { Topic } from '../platform/events/topic.ts'

/** The topic of groups. Its event has no row, so it reports deletions as well. */
export const groupTopics: readonly Topic[] = [
  {
    name: 'groups',
    everyMs: 250,
    watched: null,
    load: (_, ids) => Promise.resolve(ids.map((id) => ({ id, event: { event: 'GROUPS_CHANGED' } }))),
  },
]
