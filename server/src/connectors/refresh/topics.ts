import type { Topic } from '../../platform/events/topic.ts'
import { dataLogsByIds } from './queries.ts'

/** The topic of refreshes from the carrier, by the ids of their rows of the data log. */
export const refreshTopics: readonly Topic[] = [
  {
    name: 'carrierData',
    everyMs: 250,
    watched: 'sims',
    subjectsOf: async (db, ids) => new Map((await dataLogsByIds(db, ids)).map(({ id, simId }) => [id, simId])),
    async load(db, ids) {
      const rows = await dataLogsByIds(db, ids)
      return rows.map(({ id, simId, user_name, user_email, created_at, isSuccess }) => ({
        id,
        event: {
          event: 'SIM_DATA_RECIEVED',
          logAction: { simId, source: 'carrier', user_name, user_email, created_at, isSuccess },
        },
      }))
    },
  },
]
