import { errorCatalogue } from '@simdeck/contract/errors.ts'
import type { Task } from '@simdeck/contract/tasks.ts'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { CardLines } from '../ui/table/CardLines.tsx'
import type { Column } from '../ui/table/DataTable.tsx'
import { Progress } from '../ui/value/Bits.tsx'
import { None } from '../ui/value/None.tsx'
import { RelativeTime, Time } from '../ui/value/Time.tsx'
import { useLanguage } from '../ui/words/language.ts'
import { formatNumber } from '../ui/words/numbers.ts'
import { useText } from '../ui/words/text.ts'
import { skippedLines } from './skipped-lines.ts'
import { kindText, taskText } from './task-text.ts'
import { TaskStateText } from './TaskState.tsx'
import { taskPath } from './own-tasks.ts'
import css from './tasks.module.css'

function KindLink({ task }: { task: Task }) {
  const kinds = useText(kindText)
  return <Link to={taskPath(task)}>{kinds[task.kind]}</Link>
}

/**
 * Text of the progress, with the skipped lines of an import. If the task failed before anything was counted, it is the reason of
 * the failure.
 */
function useProgressText(): (task: Task) => string {
  const t = useText(taskText)
  const language = useLanguage()
  return (task) => {
    if (task.failure !== null && task.total === 0) return errorCatalogue[task.failure][language]
    const text = t.progressOf(formatNumber(task.done), formatNumber(task.total))
    const skipped = skippedLines(task)
    return skipped > 0 ? t.doneAndSkipped(text, formatNumber(skipped)) : text
  }
}

function TaskProgress({ task }: { task: Task }) {
  const t = useText(taskText)
  const text = useProgressText()(task)
  if (task.total === 0 && task.failure !== null) return text
  return (
    <span className={css.row}>
      <Progress label={t.progress} done={task.done} total={task.total} />
      {text}
    </span>
  )
}

export function useTaskColumns(): Column<Task>[] {
  const t = useText(taskText)
  return useMemo(
    () => [
      { id: 'kind', header: t.kind, cell: (task) => <KindLink task={task} />, skeleton: 120 },
      { id: 'title', header: t.title, cell: ({ title }) => (title === null ? <None /> : <span title={title}>{title}</span>), clipAt: 260 },
      { id: 'state', header: t.state, cell: (task) => <TaskStateText task={task} /> },
      { id: 'progress', header: t.progress, cell: (task) => <TaskProgress task={task} />, skeleton: 180 },
      { id: 'refused', header: t.refused, align: 'end', cell: ({ refused }) => formatNumber(refused), skeleton: 30 },
      { id: 'createdBy', header: t.createdBy, cell: ({ createdBy }) => createdBy, clipAt: 160 },
      {
        id: 'createdAt',
        header: t.created,
        sortable: true,
        cell: ({ createdAt }) => <Time at={createdAt} relative="aligned" />,
        skeleton: 150,
      },
      { id: 'finishedAt', header: t.finishedAt, cell: ({ finishedAt }) => <Time at={finishedAt} />, skeleton: 110 },
    ],
    [t],
  )
}

export function TaskCard({ task }: { task: Task }) {
  const t = useText(taskText)
  const { title, createdBy, createdAt, refused } = task
  const progress = useProgressText()(task)
  return (
    <CardLines
      name={<KindLink task={task} />}
      end={<TaskStateText task={task} />}
      second={[title ?? <None key="title" />, <RelativeTime key="created" at={createdAt} />]}
      parts={[
        { name: t.progress, value: progress },
        { name: t.createdBy, value: createdBy },
      ]}
      partsEnd={refused > 0 && `${t.refused} ${formatNumber(refused)}`}
    />
  )
}
