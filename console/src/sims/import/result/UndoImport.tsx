import { undoSimImport } from '@simdeck/contract/sim-imports.ts'
import { getTask } from '@simdeck/contract/tasks.ts'
import type { ImportDetails, Task } from '@simdeck/contract/tasks.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { call } from '../../../session/api/api.ts'
import { toastFailure } from '../../../session/api/failure.ts'
import { refresh, setAnswer } from '../../../session/api/query.ts'
import { MayButton } from '../../../session/MayButton.tsx'
import { followTask } from '../../../tasks/indicator/follow-task.ts'
import { LongProgress } from '../../../tasks/LongProgress.tsx'
import { useTask } from '../../../tasks/task-queries.ts'
import { isEnded } from '../../../tasks/own-tasks.ts'
import { ConfirmDialog, TypedConfirm } from '../../../ui/feedback/Dialog.tsx'
import { Note } from '../../../ui/feedback/Note.tsx'
import { formatNumber } from '../../../ui/words/numbers.ts'
import { useText } from '../../../ui/words/text.ts'
import { text } from '../import-text.ts'
import css from '../import.module.css'

/** Button that undoes the import, or the progress of the undo. */
export function UndoImport({ task, details }: { task: Task; details: ImportDetails }) {
  const [startedId, setStartedId] = useState<number | null>(null)
  const undoId = details.undoTaskId ?? startedId
  const undoButton = details.canUndo ? <UndoButton task={task} details={details} onStarted={setStartedId} /> : null
  return undoId === null ? undoButton : <UndoProgress id={undoId} fallback={undoButton} />
}

function UndoProgress({ id, fallback }: { id: number; fallback: ReactNode }) {
  const t = useText(text)
  const { data: undo, dataUpdatedAt } = useTask(id)
  if (!undo) return null
  if (undo.state === 'completed') return <Note tone="started">{t.undone}</Note>
  if (isEnded(undo)) {
    return (
      <>
        <Note tone="failed">{t.notUndone}</Note>
        {fallback}
      </>
    )
  }
  return (
    <div className={css.undoing} role="status">
      <p>{t.undoing}</p>
      <LongProgress
        label={t.undoing}
        done={undo.done}
        total={undo.total}
        at={dataUpdatedAt}
        unit="sims"
        startedAt={undo.startedAt === null ? null : Date.parse(undo.startedAt)}
        still={undo.state !== 'running'}
      />
    </div>
  )
}

function UndoButton({ task, details, onStarted }: { task: Task; details: ImportDetails; onStarted: (undoId: number) => void }) {
  const t = useText(text)
  const [opened, setOpened] = useState(false)
  const undo = useMutation({
    mutationFn: () => call(undoSimImport, { params: { id: task.id } }),
    onSuccess: (started) => {
      setAnswer(getTask, { params: { id: started.id } }, started)
      onStarted(started.id)
      followTask(started)
    },
    onError: (error) => toastFailure(t.notUndone, error),
    onSettled: () => {
      setOpened(false)
      void refresh(getTask, { params: { id: task.id } })
    },
  })
  const count = formatNumber(task.succeeded)
  const dialog = { opened, onClose: () => setOpened(false), title: t.undoTitle, busy: undo.isPending, onAct: () => undo.mutate() }
  return (
    <div className={css.undo}>
      <MayButton permission="SIM_DELETE" variant="danger" onClick={() => setOpened(true)}>
        {t.undo}
      </MayButton>
      {details.mode === 'add' ? (
        <TypedConfirm {...dialog} act={t.deleteAct(count)} word={String(task.succeeded)}>
          {t.undoAdded(count)} {t.undoAll}
        </TypedConfirm>
      ) : (
        <ConfirmDialog {...dialog} act={t.undoAct(count)} danger>
          {t.undoUpdated(count)} {t.undoAll}
        </ConfirmDialog>
      )}
    </div>
  )
}
