import type { Topic } from '../platform/events/topic.ts'
import { certificateTopic } from './devices/certificate-topic.ts'

/** The topics of CAs, templates and certificates. The events of the first two have no row, so they report deletions as well. */
export const authorityTopics: readonly Topic[] = [
  {
    name: 'authorities',
    everyMs: 250,
    watched: null,
    load: (_, ids) => Promise.resolve(ids.map((id) => ({ id, event: { event: 'CERTIFICATE_AUTHORITIES_CHANGED' } }))),
  },
  {
    name: 'templates',
    everyMs: 250,
    watched: null,
    load: (_, ids) => Promise.resolve(ids.map((id) => ({ id, event: { event: 'IDENTITY_TEMPLATES_CHANGED' } }))),
  },
  certificateTopic,
]
