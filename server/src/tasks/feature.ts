import type { Platform } from '../platform/platform.ts'
import { taskRoutes } from './routes.ts'
import { Tasks } from './tasks.ts'
import { taskTopics } from './topics.ts'
import './tables.ts'

/** Tasks: imports and bulk changes of SIMs in the background. */
export function tasksFeature(platform: Platform) {
  const { db, masterKey, publish } = platform
  const tasks = new Tasks(platform)
  platform.metrics.measure('simdeck_tasks_running', 'Imports and bulk changes of SIMs that this node is running', () => tasks.running)
  return {
    routes: taskRoutes({ db, tasks, masterKey, publish }),
    jobs: [tasks.checks],
    queues: [tasks.queue],
    topics: taskTopics,
    onChange: tasks.onChange,
    tasks,
  }
}

export type TasksFeature = ReturnType<typeof tasksFeature>
