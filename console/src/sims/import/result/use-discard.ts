import { cancelTask, getTask } from '@simdeck/contract/tasks.ts'
import type { Task } from '@simdeck/contract/tasks.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../session/api/api.ts'
import { toastFailure } from '../../../session/api/failure.ts'
import { refresh } from '../../../session/api/query.ts'
import { removeOwnTask } from '../../../tasks/own-tasks.ts'
import { useText } from '../../../ui/words/text.ts'
import { text } from '../import-text.ts'

/** Discards an import that was not started. Nothing of it was written. */
export function useDiscard(task: Task) {
  const t = useText(text)
  return useMutation({
    mutationFn: () => {
      removeOwnTask(task.id)
      return call(cancelTask, { params: { id: task.id } })
    },
    onError: (error) => {
      toastFailure(t.notDiscarded, error)
      void refresh(getTask, { params: { id: task.id } })
    },
  })
}
