import { getTask, getTaskResultsUrl } from '@simdeck/contract/tasks.ts'
import type { Task, TaskResult } from '@simdeck/contract/tasks.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../session/api/api.ts'
import { toastFailure } from '../session/api/failure.ts'
import { queryOf } from '../session/api/query.ts'
import { useLanguageStore } from '../ui/words/language.ts'
import { textIn } from '../ui/words/text.ts'
import { download } from '../ui/frame/save-file.ts'
import { taskText } from './task-text.ts'
import { isEnded } from './own-tasks.ts'

/** One task. Events keep it current. Until it has ended, it is also loaded again every few seconds, in case no events arrive. */
export function useTask(id: number) {
  return useQuery({
    ...queryOf(getTask, { params: { id } }),
    refetchInterval: ({ state: { data } }) => (data && isEnded(data) ? false : 5000),
  })
}

/** Number in the `$id` of an address; null if it is not a positive number. */
export function idIn(text: string | undefined): number | null {
  return /^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : null
}

/** Downloads the results of a task, all or those of one outcome. */
export async function downloadResults({ id }: Pick<Task, 'id'>, outcome?: TaskResult['outcome']): Promise<void> {
  try {
    const { url } = await call(getTaskResultsUrl, { params: { id }, query: { outcome } })
    download(url)
  } catch (error) {
    toastFailure(textIn(taskText, useLanguageStore.getState().language).downloadFailed, error)
  }
}
