import type { Change } from '../platform/events/changes.ts'
import type { Topic } from '../platform/events/topic.ts'

/** The change to publish when figures or a care are new. The overview is one row. */
export const dashboardChanged: Change = { dashboard: [1] }

/** The topic of the overview. Each socket asks for the overview itself, because members may read different items. */
export const dashboardTopics: readonly Topic[] = [
  {
    name: 'dashboard',
    everyMs: 250,
    watched: null,
    load: (_, ids) => Promise.resolve(ids.map((id) => ({ id, event: { event: 'DASHBOARD_CHANGED' } }))),
  },
]
