import { endedTaskStates } from '@simdeck/contract/tasks.ts'
import type { Topic } from '../platform/events/topic.ts'
import { tasksByIds } from './task-shape.ts'

/** The topics of tasks. */
export const taskTopics: readonly Topic[] = [
  // Progress of tasks, sent to every socket.
  {
    name: 'tasks',
    everyMs: 1_000,
    watched: null,
    rereadAfterGap: 'open',
    async load(db, ids) {
      const tasks = await tasksByIds(db, ids)
      return tasks.map((task) => ({ id: task.id, event: { event: 'TASK_UPDATED', task }, isOpen: !endedTaskStates.includes(task.state) }))
    },
  },
]
