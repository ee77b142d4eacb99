import type { Permission } from '@simdeck/contract/permissions.ts'
import { cancelTask, getTask } from '@simdeck/contract/tasks.ts'
import type { Task, TaskKind } from '@simdeck/contract/tasks.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../session/api/api.ts'
import { toastFailure } from '../session/api/failure.ts'
import { refresh, setAnswer } from '../session/api/query.ts'
import { MayButton } from '../session/MayButton.tsx'
import { ConfirmDialog } from '../ui/feedback/Dialog.tsx'
import { formatNumber } from '../ui/words/numbers.ts'
import { useText } from '../ui/words/text.ts'
import { taskText } from './task-text.ts'

/** Permissions to cancel a task: a member who may start a task may also cancel it. */
const needs: Record<TaskKind, Permission> = {
  simImport: 'SIM_CREATE',
  simImportUndo: 'SIM_DELETE',
  keyImport: 'SIM_UPDATE',
  simAlias: 'SIM_UPDATE',
  simGroup: 'SIM_UPDATE',
  simTags: 'SIM_UPDATE',
  simStatus: 'SIM_UPDATE',
  simImei: 'SIM_UPDATE',
  simDelete: 'SIM_DELETE',
  groupDelete: 'GROUP_DELETE',
}

/** Button that cancels a task after a confirmation. */
export function CancelTask({ task }: { task: Task }) {
  const t = useText(taskText)
  const [opened, setOpened] = useState(false)
  const cancel = useMutation({
    mutationFn: () => call(cancelTask, { params: { id: task.id } }),
    onSuccess: (now) => setAnswer(getTask, { params: { id: now.id } }, now),
    onError: (error) => toastFailure(t.cancelFailed, error),
    onSettled: () => {
      setOpened(false)
      void refresh(getTask, { params: { id: task.id } })
    },
  })
  const allOrNothing = task.kind === 'simImport' || task.kind === 'simImportUndo'
  return (
    <>
      <MayButton permission={needs[task.kind]} variant="danger" disabled={task.state === 'cancelling'} onClick={() => setOpened(true)}>
        {t.cancel}
      </MayButton>
      <ConfirmDialog
        opened={opened}
        onClose={() => setOpened(false)}
        title={t.cancelTitle}
        act={t.cancelAct}
        cancelLabel={t.goOn}
        danger
        busy={cancel.isPending}
        onAct={() => cancel.mutate()}
      >
        {allOrNothing ? t.cancelUndoWords : t.cancelWords(formatNumber(task.done), formatNumber(task.total - task.done))}
      </ConfirmDialog>
    </>
  )
}
