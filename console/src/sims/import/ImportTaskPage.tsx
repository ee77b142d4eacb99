import { CallError } from '@simdeck/contract/client.ts'
import type { ImportDetails, Task } from '@simdeck/contract/tasks.ts'
import { Navigate, useParams } from '@tanstack/react-router'
import { failureText } from '../../session/api/failure.ts'
import { idIn, useTask } from '../../tasks/task-queries.ts'
import { taskPath } from '../../tasks/own-tasks.ts'
import { Button } from '../../ui/form/Button.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { NotFoundHere } from '../../ui/feedback/NotFoundHere.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { WizardFoot } from '../../ui/form/WizardFoot.tsx'
import { CheckedStep } from './result/CheckedStep.tsx'
import { EndedStep } from './result/EndedStep.tsx'
import { text } from './import-text.ts'
import { ImportFrame } from './ImportFrame.tsx'
import { useDiscard } from './result/use-discard.ts'
import { WritingStep } from './result/WritingStep.tsx'
import css from './import.module.css'

/** Screen of an import whose file is on the server, in any state of the import. The user can leave the screen and return to it. */
export function ImportTaskPage() {
  const t = useText(text)
  const { id: address } = useParams({ strict: false })
  const id = idIn(address)
  const { data: task, error, refetch, dataUpdatedAt } = useTask(id ?? 0)
  if (id === null || (error instanceof CallError && error.status === 404)) {
    return <NotFoundHere title={t.notFound} message={t.notFoundWords} back={{ words: t.sims, link: { to: '/' } }} />
  }
  if (!task) {
    return (
      <ImportFrame step={2}>
        {error ? <ErrorState message={failureText(error)} onRetry={() => void refetch()} /> : <div aria-busy="true" />}
      </ImportFrame>
    )
  }
  if (task.kind !== 'simImport' || task.import === null) return <Navigate to={taskPath({ id, kind: 'simAlias' })} replace />
  return <ImportSteps key={id} task={task} details={task.import} at={dataUpdatedAt} />
}

function ImportSteps({ task, details, at }: { task: Task; details: ImportDetails; at: number }) {
  switch (task.state) {
    case 'checking':
      return <CheckingStep task={task} details={details} />
    case 'checked':
      return <CheckedStep task={task} details={details} />
    case 'waiting':
    case 'running':
    case 'cancelling':
      return <WritingStep task={task} at={at} />
    case 'completed':
    case 'cancelled':
    case 'failed':
      return <EndedStep task={task} details={details} />
  }
}

function CheckingStep({ task, details }: { task: Task; details: ImportDetails }) {
  const t = useText(text)
  const discard = useDiscard(task)
  return (
    <ImportFrame step={2}>
      <div className={css.pane} role="status">
        <p className={css.say}>{t.reading}</p>
        {details.lines > 0 && <p>{t.linesRead(formatNumber(details.lines))}</p>}
        <p className={css.aside}>{t.readingElsewhere}</p>
      </div>
      <WizardFoot>
        <Button busy={discard.isPending} onClick={() => discard.mutate()}>
          {t.discard}
        </Button>
      </WizardFoot>
    </ImportFrame>
  )
}
