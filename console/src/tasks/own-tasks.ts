import { endedTaskStates, taskStates } from '@simdeck/contract/tasks.ts'
import type { Task } from '@simdeck/contract/tasks.ts'
import { create } from 'zustand'
import { useSession } from '../session/session.ts'

interface OwnTasks {
  /** The user's running and waiting tasks, and those that ended since the list was last opened. The newest is the first. */
  tasks: readonly Task[]
  /** Opens a screen. The indicator in the header sets it when it mounts. */
  go: (path: string) => void
}

/** The user's own tasks in this tab. */
export const useOwnTasks = create<OwnTasks>(() => ({ tasks: [], go: () => undefined }))

export const isEnded = ({ state }: Pick<Task, 'state'>): boolean => endedTaskStates.includes(state)

/** Ids of discarded tasks. Events of these tasks may still arrive. */
const discarded = new Set<number>()

const rank = (task: Task): number => (isEnded(task) ? taskStates.length : taskStates.indexOf(task.state))

/** Stores a state of a task, and returns the latest known one. Answers and events may arrive out of order. */
export function storeOwnTask(task: Task): Task {
  const known = useOwnTasks.getState().tasks.find(({ id }) => id === task.id)
  if (known && (rank(known) > rank(task) || (rank(known) === rank(task) && known.done > task.done))) return known
  if (discarded.has(task.id)) return task
  useOwnTasks.setState(({ tasks }) => ({
    tasks: known ? tasks.map((other) => (other.id === task.id ? task : other)) : [task, ...tasks].toSorted((a, b) => b.id - a.id),
  }))
  return task
}

/** Removes a task that the user has discarded. */
export function removeOwnTask(id: number): void {
  discarded.add(id)
  useOwnTasks.setState(({ tasks }) => ({ tasks: tasks.filter((task) => task.id !== id) }))
}

/** Removes ended tasks after the user has seen them. */
export function removeEndedTasks(): void {
  useOwnTasks.setState(({ tasks }) => ({ tasks: tasks.filter((task) => !isEnded(task)) }))
}

const folders: { [Kind in Task['kind']]?: string } = { simImport: 'imports', keyImport: 'imports/keys' }

/** Path of a task's screen. */
export const taskPath = ({ id, kind }: Pick<Task, 'id' | 'kind'>): string => `/${folders[kind] ?? 'tasks'}/${id}`

useSession.subscribe(({ now }) => {
  if (now.phase !== 'signedIn') useOwnTasks.setState({ tasks: [] })
})
