import { cancelTask, getTask } from '@simdeck/contract/tasks.ts'
import type { Task } from '@simdeck/contract/tasks.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../session/api/api.ts'
import { toastFailure } from '../../../session/api/failure.ts'
import { refresh, setAnswer } from '../../../session/api/query.ts'
import { LongProgress } from '../../../tasks/LongProgress.tsx'
import { storeOwnTask } from '../../../tasks/own-tasks.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { ConfirmDialog } from '../../../ui/feedback/Dialog.tsx'
import { useText } from '../../../ui/words/text.ts'
import { WizardFoot } from '../../../ui/form/WizardFoot.tsx'
import { text } from '../import-text.ts'
import { ImportFrame } from '../ImportFrame.tsx'
import css from '../import.module.css'

/** Key in `text` of the text for each state. */
const textNames = { waiting: 'queued', running: 'writing', cancelling: 'cancelling' } as const

/**
 * Step 4 of the import, while it writes the SIMs. The SIMs become visible together at the end, so a cancelled import leaves no SIM
 * behind.
 */
export function WritingStep({ task, at }: { task: Task; at: number }) {
  const t = useText(text)
  const { state, done, total, startedAt } = task
  return (
    <ImportFrame step={3}>
      <div className={css.pane}>
        <p className={css.say} role="status">
          {t[state === 'waiting' || state === 'cancelling' ? textNames[state] : textNames.running]}
        </p>
        <LongProgress
          label={t.writing}
          done={done}
          total={total}
          at={at}
          unit="sims"
          startedAt={startedAt === null ? null : Date.parse(startedAt)}
          still={state !== 'running'}
        />
        <p className={css.aside}>{t.writingWords}</p>
      </div>
      <WizardFoot>
        <CancelImport task={task} />
      </WizardFoot>
    </ImportFrame>
  )
}

function CancelImport({ task }: { task: Task }) {
  const t = useText(text)
  const [opened, setOpened] = useState(false)
  const cancel = useMutation({
    mutationFn: () => call(cancelTask, { params: { id: task.id } }),
    onSuccess: (now) => setAnswer(getTask, { params: { id: task.id } }, storeOwnTask(now)),
    onError: (error) => {
      toastFailure(t.cancelFailed, error)
      void refresh(getTask, { params: { id: task.id } })
    },
    onSettled: () => setOpened(false),
  })
  return (
    <>
      <Button variant="danger" disabled={task.state === 'cancelling'} onClick={() => setOpened(true)}>
        {t.cancel}
      </Button>
      <ConfirmDialog
        opened={opened}
        onClose={() => setOpened(false)}
        title={t.cancelTitle}
        act={t.cancel}
        cancelLabel={t.goOn}
        danger
        busy={cancel.isPending}
        onAct={() => cancel.mutate()}
      >
        {t.cancelWords}
      </ConfirmDialog>
    </>
  )
}
