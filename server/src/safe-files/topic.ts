import type { Topic } from '../platform/events/topic.ts'
import { selectFiles } from './list-queries.ts'

/** Files on SIMs whose state changed, for sockets that watch their SIMs. */
export const fileTopic: Topic = {
  name: 'files',
  everyMs: 500,
  watched: 'sims',
  async subjectsOf(db, ids) {
    return new Map((await selectFiles(db, ids)).map(({ id, sim_id: simId }) => [id, simId]))
  },
  async load(db, ids, changedAt) {
    return (await selectFiles(db, ids)).map((row) => ({
      id: row.id,
      event: {
        event: 'IoT_SAFE',
        iccid: row.iccid,
        iotsafeEvent: {
          status: row.status,
          objectLabel: row.label,
          simId: row.sim_id,
          certOrFileId: row.id,
          notifiedAt: changedAt(row.id).toISOString(),
        },
      },
    }))
  },
}
