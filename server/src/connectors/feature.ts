import type { Platform } from '../platform/platform.ts'
import { readRange } from '../platform/http/ranges.ts'
import { bulkTaskHandler } from '../sims/bulk/bulk-task-handler.ts'
import type { TasksFeature } from '../tasks/feature.ts'
import { accountRoutes } from './account-routes.ts'
import { refreshRoutes } from './refresh/routes.ts'
import { refreshTopics } from './refresh/topics.ts'
import { statusRoutes } from './routes.ts'
import { statusChange } from './status-change.ts'
import { synchronisation } from './synchronise.ts'
import './tables.ts'

/** The status of SIMs and their carriers: accounts, changes of one or many SIMs, synchronisation, and the history of the status. */
export function connectorsFeature(platform: Platform, { tasks: { tasks } }: { tasks: TasksFeature }) {
  const { db, publish, sealer, rawLogs, config } = platform
  const reach = config.CARRIER_PRIVATE_RANGES.flatMap((text) => readRange(text) ?? [])
  const carrier = { db, sealer, rawLogs, reach, publish }
  tasks.register({ simStatus: bulkTaskHandler(platform, statusChange(carrier)) })
  return {
    routes: { ...statusRoutes({ db, tasks, publish }), ...accountRoutes(carrier), ...refreshRoutes(carrier) },
    topics: refreshTopics,
    jobs: [synchronisation(carrier)],
  }
}
