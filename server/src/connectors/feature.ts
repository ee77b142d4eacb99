import type { Platform } from '../platform/platform.ts'
import { bulkTaskHandler } from '../sims/bulk/bulk-task-handler.ts'
import type { TasksFeature } from '../tasks/feature.ts'
import { statusRoutes } from './routes.ts'
import { statusChange } from './status-change.ts'
import './tables.ts'

/** The status of SIMs: changes of one or many, and their history. */
export function connectorsFeature(platform: Platform, { tasks: { tasks } }: { tasks: TasksFeature }) {
  const { db, publish } = platform
  tasks.register({ simStatus: bulkTaskHandler(platform, statusChange) })
  return { routes: statusRoutes({ db, tasks, publish }) }
}
