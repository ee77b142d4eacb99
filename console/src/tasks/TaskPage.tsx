import { CallError } from '@simdeck/contract/client.ts'
import { errorCatalogue } from '@simdeck/contract/errors.ts'
import type { Task } from '@simdeck/contract/tasks.ts'
import { useParams } from '@tanstack/react-router'
import { failureText } from '../session/api/failure.ts'
import { useMay } from '../session/use-me.ts'
import { BarLegend, RatioBar } from '../ui/value/Bits.tsx'
import type { BarPart } from '../ui/value/Bits.tsx'
import { LinkButton } from '../ui/form/Button.tsx'
import { ErrorState } from '../ui/feedback/ErrorState.tsx'
import { useLanguage } from '../ui/words/language.ts'
import { formatNumber } from '../ui/words/numbers.ts'
import { None } from '../ui/value/None.tsx'
import { NotFoundHere } from '../ui/feedback/NotFoundHere.tsx'
import { Note } from '../ui/feedback/Note.tsx'
import { IdentityStrip, Page } from '../ui/frame/Page.tsx'
import { useText } from '../ui/words/text.ts'
import { Time } from '../ui/value/Time.tsx'
import { CancelTask } from './CancelTask.tsx'
import { LongProgress } from './LongProgress.tsx'
import { idIn, useTask } from './task-queries.ts'
import { skippedLines } from './skipped-lines.ts'
import { kindText, taskText } from './task-text.ts'
import { TaskResults } from './TaskResults.tsx'
import { TaskStateText } from './TaskState.tsx'
import { isEnded, taskPath } from './own-tasks.ts'
import { WaitNote } from './WaitNote.tsx'
import css from './tasks.module.css'

/** Screen of one task: its progress, and the result of each SIM. */
export function TaskPage() {
  const t = useText(taskText)
  const kinds = useText(kindText)
  const { id: text } = useParams({ strict: false })
  const id = idIn(text)
  const { data: task, error, refetch, dataUpdatedAt } = useTask(id ?? 0)
  const back = { words: t.tasks, link: { to: '/tasks' } } as const
  if (id === null || (error instanceof CallError && error.status === 404)) {
    return <NotFoundHere title={t.notFound} message={t.notFoundWords} back={back} />
  }
  if (!task) {
    return (
      <Page title={t.tasks} crumbs={[back]}>
        {error ? <ErrorState message={failureText(error)} onRetry={() => void refetch()} /> : <div className={css.head} aria-busy="true" />}
      </Page>
    )
  }
  const skipped = skippedLines(task)
  return (
    <Page title={kinds[task.kind]} crumbs={[back]} beside={<TaskStateText task={task} pill />} actions={<TaskActions task={task} />}>
      <IdentityStrip
        facts={[
          { name: t.title, value: task.title ?? <None /> },
          { name: t.createdBy, value: task.createdBy },
          { name: t.created, value: <Time at={task.createdAt} relative /> },
          { name: t.startedAt, value: <Time at={task.startedAt} /> },
          { name: t.finishedAt, value: <Time at={task.finishedAt} /> },
          ...(skipped > 0 ? [{ name: t.skippedLines, value: formatNumber(skipped) }] : []),
        ]}
      />
      <TaskHead task={task} at={dataUpdatedAt} />
      {task.import === null && <TaskResults key={task.id} task={task} />}
    </Page>
  )
}

/** Buttons of a task: cancel and, for members who may import, a link to the screen of the import. */
function TaskActions({ task }: { task: Task }) {
  const t = useText(taskText)
  const mayImport = useMay('SIM_CREATE')
  const importId = task.kind === 'simImport' ? task.id : (task.import?.undoTaskId ?? null)
  return (
    <>
      {importId !== null && mayImport && <LinkButton to={taskPath({ id: importId, kind: 'simImport' })}>{t.openImport}</LinkButton>}
      {!isEnded(task) && <CancelTask task={task} />}
    </>
  )
}

function TaskHead({ task, at }: { task: Task; at: number }) {
  const t = useText(taskText)
  const language = useLanguage()
  const { state, done, total, succeeded, refused, startedAt, failure, waitsFor } = task
  const parts: BarPart[] = [
    { name: t.succeeded, value: succeeded, tone: 'succeeded' },
    { name: t.refused, value: refused, tone: 'failed' },
  ]
  return (
    <div className={css.head}>
      {waitsFor !== null && <WaitNote waitsFor={waitsFor} />}
      {failure !== null && <Note tone="failed">{errorCatalogue[failure][language]}</Note>}
      {isEnded(task) ? (
        <div>
          <RatioBar label={t.progress} parts={parts} total={Math.max(total, 1)} large />
          <BarLegend parts={parts} />
        </div>
      ) : (
        <LongProgress
          label={t.progress}
          done={done}
          total={total}
          at={at}
          unit="sims"
          startedAt={startedAt === null ? null : Date.parse(startedAt)}
          still={state !== 'running'}
        />
      )}
    </div>
  )
}
