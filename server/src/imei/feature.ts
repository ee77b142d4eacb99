import type { Job } from '../platform/jobs/job.ts'
import type { Platform } from '../platform/platform.ts'
import { bulkTaskHandler } from '../sims/bulk/bulk-task-handler.ts'
import type { TasksFeature } from '../tasks/feature.ts'
import { imeiChange } from './bulk-change.ts'
import { holdLocks } from './hold-locks.ts'
import { imeiRoutes } from './routes.ts'
import './tables.ts'

const locksEveryMs = 2_000

/** The devices of SIMs: changes of their IMEIs, confirmations, and IMEI locks. */
export function imeiFeature(platform: Platform, { tasks: { tasks } }: { tasks: TasksFeature }) {
  const { db, publish } = platform
  tasks.register({ simImei: bulkTaskHandler(platform, imeiChange) })
  const locks: Job = {
    name: 'IMEI locks',
    title: { ja: 'IMEIロックの確認', en: 'IMEI locks' },
    everyMs: locksEveryMs,
    on: ['jobs'],
    onOneNode: true,
    run: () => holdLocks({ db, tasks, publish }),
  }
  return { routes: imeiRoutes({ db, tasks, publish }), jobs: [locks] }
}
