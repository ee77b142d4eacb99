import type { Topic } from '../platform/events/topic.ts'

/** The topic of CAs. Its event has no row, so it reports deletions as well. */
export const authorityTopics: readonly Topic[] = [
  {
    name: 'authorities',
    everyMs: 250,
    watched: null,
    load: (_, ids) => Promise.resolve(ids.map((id) => ({ id, event: { event: 'CERTIFICATE_AUTHORITIES_CHANGED' } }))),
  },
]
