import { endedTaskStates, taskStates } from '@simdeck/contract/tasks.ts'
import type { Task } from '@simdeck/contract/tasks.ts'
import { create } from 'zustand'
import { useSession } from '../session/session.ts'

interface Work {
  /** What the user has running or waiting, and what ended since the list was last looked at; newest first. */
  tasks: readonly Task[]
  /** Goes to a screen; the frame gives it once it stands. */
  go: (path: string) => void
}

/** The user's own long work in this tab. */
export const useWork = create<Work>(() => ({ tasks: [], go: () => undefined }))

export const isEnded = ({ state }: Pick<Task, 'state'>): boolean => endedTaskStates.includes(state)

/** Thrown away; events of them may still come. */
const dropped = new Set<number>()

const rank = (task: Task): number => (isEnded(task) ? taskStates.length : taskStates.indexOf(task.state))

/** Takes what is known of a task now, and tells the state that counts: answers and events may overtake each other. */
export function learnWork(task: Task): Task {
  const known = useWork.getState().tasks.find(({ id }) => id === task.id)
  if (known && (rank(known) > rank(task) || (rank(known) === rank(task) && known.done > task.done))) return known
  if (dropped.has(task.id)) return task
  useWork.setState(({ tasks }) => ({
    tasks: known ? tasks.map((other) => (other.id === task.id ? task : other)) : [task, ...tasks].toSorted((a, b) => b.id - a.id),
  }))
  return task
}

/** It is of no interest any more: its user threw it away. */
export function dropWork(id: number): void {
  dropped.add(id)
  useWork.setState(({ tasks }) => ({ tasks: tasks.filter((task) => task.id !== id) }))
}

/** What has ended was seen. */
export function forgetEnded(): void {
  useWork.setState(({ tasks }) => ({ tasks: tasks.filter((task) => !isEnded(task)) }))
}

/** Where a task is shown. */
export const taskPath = ({ id, kind }: Pick<Task, 'id' | 'kind'>): string => (kind === 'simImport' ? `/imports/${id}` : `/tasks/${id}`)

useSession.subscribe(({ now }) => {
  if (now.phase !== 'signedIn') useWork.setState({ tasks: [] })
})
