import type { Db } from '../../platform/db/database.ts'
import type { Job } from '../../platform/jobs/job.ts'
import type { FleetIndex } from './fleet-index.ts'
import { deleteOldChanges } from './queries.ts'

const everyMs = 60_000

/** The recurring jobs of the fleet index. */
export const indexJobs = ({ db, index }: { db: Db; index: FleetIndex }): Job[] => [
  {
    name: 'fleet index',
    title: { ja: 'SIM一覧の索引の照合', en: 'Check of the index of the SIM list' },
    everyMs,
    on: ['console'],
    // The index loads for seconds, in which lists are slow.
    startsFirst: true,
    run: () => index.check(),
  },
  {
    name: 'sim changes',
    title: { ja: 'SIMの変更記録の削除', en: 'Deletion of old records of changed SIMs' },
    everyMs,
    on: ['jobs'],
    onOneNode: true,
    run: () => deleteOldChanges(db),
  },
]
