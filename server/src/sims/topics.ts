import type { Topic } from '../platform/events/topic.ts'
import { simsByIds } from './sims.ts'

/** The topics of SIMs. */
export const simTopics: readonly Topic[] = [
  // SIMs with a changed row.
  {
    name: 'sims',
    everyMs: 250,
    watched: 'sims',
    sendsRecent: true,
    rereadAfterGap: 'watched',
    async load(db, ids) {
      return (await simsByIds(db, ids)).map((sim) => ({ id: sim.id, event: { event: 'SIM_UPDATED', sim } }))
    },
  },
  // SIMs that sent data.
  {
    name: 'data',
    everyMs: 250,
    watched: 'sims',
    load(_db, ids, changedAt) {
      const logAction = (simId: number) => {
        const created_at = changedAt(simId).toISOString()
        return { simId, source: 'poll', user_name: null, user_email: null, created_at, isSuccess: true } as const
      }
      return Promise.resolve(ids.map((id) => ({ id, event: { event: 'SIM_DATA_RECIEVED', logAction: logAction(id) } })))
    },
  },
]
