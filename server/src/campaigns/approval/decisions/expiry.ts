import type { Db } from '../../../platform/db/database.ts'
import type { Publish } from '../../../platform/events/changes.ts'
import type { Job } from '../../../platform/jobs/job.ts'
import { endStopped } from '../../stop/end-stopped.ts'
import { expire } from './decide.ts'
import { selectExpired } from '../queries.ts'

const everyMs = 5_000

/** Ends the campaigns that nobody approved in time. */
export function approvalExpiry({ db, publish }: { db: Db; publish: Publish }): Job {
  return {
    name: 'approvals',
    title: { ja: '期限までに承認されなかった配信の終了', en: 'End of undecided approvals' },
    everyMs,
    on: ['jobs'],
    onOneNode: true,
    async run() {
      for (const id of await selectExpired(db)) {
        if (await expire(db, id)) await endStopped(db, publish, id)
      }
    },
  }
}
