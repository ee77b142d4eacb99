import { CallError } from '@simdeck/contract/client.ts'
import type { ImportDetails, Task } from '@simdeck/contract/tasks.ts'
import { Navigate, useParams } from '@tanstack/react-router'
import { failureText } from '../../session/api/failure.ts'
import { CancelTask } from '../../tasks/CancelTask.tsx'
import { LongProgress } from '../../tasks/LongProgress.tsx'
import { idIn, useTask } from '../../tasks/task-queries.ts'
import { taskPath } from '../../tasks/own-tasks.ts'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { NotFoundHere } from '../../ui/feedback/NotFoundHere.tsx'
import { WizardFoot } from '../../ui/form/WizardFoot.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import css from '../import/import.module.css'
import { KeyCheckedStep } from './KeyCheckedStep.tsx'
import { keyImportText } from './key-import-text.ts'
import { KeyImportFrame } from './KeyImportFrame.tsx'
import { KeyResultStep } from './KeyResultStep.tsx'

/** Screen of an import of keys whose file is on the server, in any state of the import. */
export function KeyImportTaskPage() {
  const t = useText(keyImportText)
  const { id: address } = useParams({ strict: false })
  const id = idIn(address)
  const { data: task, error, refetch, dataUpdatedAt } = useTask(id ?? 0)
  if (id === null || (error instanceof CallError && error.status === 404))
    return <NotFoundHere title={t.notFound} message={t.notFoundWords} back={{ words: t.sims, link: { to: '/' } }} />
  if (!task)
    return (
      <KeyImportFrame step={1}>
        {error ? <ErrorState message={failureText(error)} onRetry={() => void refetch()} /> : <div aria-busy="true" />}
      </KeyImportFrame>
    )
  if (task.kind !== 'keyImport' || task.import === null) return <Navigate to={taskPath(task)} replace />
  return <Steps key={id} task={task} details={task.import} at={dataUpdatedAt} />
}

function Steps({ task, details, at }: { task: Task; details: ImportDetails; at: number }) {
  const t = useText(keyImportText)
  switch (task.state) {
    case 'checking':
      return (
        <KeyImportFrame step={1}>
          <div className={css.pane} role="status">
            <p className={css.say}>{t.reading}</p>
            {details.lines > 0 && <p>{t.linesRead(formatNumber(details.lines))}</p>}
            <p className={css.aside}>{t.readingElsewhere}</p>
          </div>
          <WizardFoot>
            <CancelTask task={task} />
          </WizardFoot>
        </KeyImportFrame>
      )
    case 'checked':
      return <KeyCheckedStep task={task} details={details} />
    case 'waiting':
    case 'running':
    case 'cancelling':
      return (
        <KeyImportFrame step={2}>
          <div className={css.pane}>
            <p className={css.say} role="status">
              {t.writing}
            </p>
            <LongProgress
              label={t.writing}
              done={task.done}
              total={task.total}
              at={at}
              unit="sims"
              startedAt={task.startedAt === null ? null : Date.parse(task.startedAt)}
              still={task.state !== 'running'}
            />
            <p className={css.aside}>{t.writingWords}</p>
          </div>
          <WizardFoot>
            <CancelTask task={task} />
          </WizardFoot>
        </KeyImportFrame>
      )
    case 'completed':
    case 'cancelled':
    case 'failed':
      return <KeyResultStep task={task} details={details} />
  }
}
