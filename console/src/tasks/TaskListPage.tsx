import { listTasks, taskKinds, taskStates } from '@simdeck/contract/tasks.ts'
import type { Task } from '@simdeck/contract/tasks.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { failureText } from '../session/api/failure.ts'
import { useKnownPage, useListSearch } from '../session/address/list-search.ts'
import { keepRows } from '../session/api/query-client.ts'
import { queryOf } from '../session/api/query.ts'
import { Progress } from '../ui/value/Bits.tsx'
import { LinkButton } from '../ui/form/Button.tsx'
import { CardLines } from '../ui/table/CardLines.tsx'
import { DataTable } from '../ui/table/DataTable.tsx'
import type { Column } from '../ui/table/DataTable.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { ChoiceEditor, FilterBar } from '../ui/filter/FilterBar.tsx'
import type { Filter } from '../ui/filter/FilterBar.tsx'
import { None } from '../ui/value/None.tsx'
import { formatNumber } from '../ui/words/numbers.ts'
import { Page } from '../ui/frame/Page.tsx'
import { Pager } from '../ui/table/Pager.tsx'
import { useText } from '../ui/words/text.ts'
import { RelativeTime, Time } from '../ui/value/Time.tsx'
import { kindText, stateText, taskText } from './task-text.ts'
import { TaskStateText } from './TaskState.tsx'
import { taskPath } from './work.ts'
import css from './tasks.module.css'

const filterNames = ['kind', 'state'] as const
const sortable = ['createdAt'] as const
const valuesOf = { kind: taskKinds, state: taskStates }
const parts = (value: string): string[] => value.split(',')
const valid = (name: 'kind' | 'state', value: string): boolean =>
  parts(value).every((part) => (valuesOf[name] as readonly string[]).includes(part))

/** Screen of all members' tasks, newest first, live. */
export function TaskListPage() {
  const t = useText(taskText)
  const kinds = useText(kindText)
  const states = useText(stateText)
  const list = useListSearch({ list: 'default', filters: filterNames, sortable, valid })
  const tasks = useQuery({
    ...queryOf(listTasks, { query: list.query }),
    ...keepRows,
  })
  const columns = useColumns()
  const { data } = tasks
  useKnownPage(list, data)
  function filter<Value extends string>(
    id: 'kind' | 'state',
    name: string,
    values: readonly Value[],
    words: Record<Value, string>,
  ): Filter {
    const value = values.filter((one) => parts(list.filters[id] ?? '').includes(one))
    return {
      id,
      name,
      value: value.length > 0 ? value.map((one) => words[one]).join(', ') : null,
      editor: (close) => (
        <ChoiceEditor
          options={values.map((one) => ({ value: one, words: words[one] }))}
          value={value}
          onApply={(next) => list.setFilter(id, next.length > 0 ? next.join(',') : null)}
          close={close}
        />
      ),
      onRemove: () => list.setFilter(id, null),
    }
  }
  return (
    <Page
      title={t.tasks}
      crumbs={[{ words: t.sims, link: { to: '/' } }]}
      count={data && data.totalItems > 0 ? data.totalItems : undefined}
      fit
    >
      {(list.filtered || data?.totalItems !== 0) && (
        <FilterBar
          filters={[filter('kind', t.kind, taskKinds, kinds), filter('state', t.state, taskStates, states)]}
          onClear={list.clear}
        />
      )}
      <DataTable
        label={t.tasks}
        columns={columns}
        rows={data?.data}
        rowId={(task) => String(task.id)}
        rowName={(task) => kinds[task.kind]}
        error={tasks.isError ? failureText(tasks.error) : null}
        onRetry={() => void tasks.refetch()}
        stale={tasks.isPlaceholderData}
        sort={list.sort}
        onSort={list.setSort}
        pageSize={list.pageSize}
        card={(task) => <TaskCard task={task} />}
        empty={
          list.filtered ? (
            <EmptyState title={t.noMatch} />
          ) : (
            <EmptyState title={t.noTasks} actions={<LinkButton to="/">{t.sims}</LinkButton>}>
              {t.noTasksWords}
            </EmptyState>
          )
        }
      />
      {data && data.totalItems > 0 && (
        <Pager
          waiting={tasks.isPlaceholderData}
          page={list.page}
          pageSize={list.pageSize}
          total={data.totalItems}
          onPage={list.setPage}
          onPageSize={list.setPageSize}
        />
      )}
    </Page>
  )
}

function KindLink({ task }: { task: Task }) {
  const kinds = useText(kindText)
  return <Link to={taskPath(task)}>{kinds[task.kind]}</Link>
}

function TaskProgress({ task: { done, total } }: { task: Task }) {
  const t = useText(taskText)
  return (
    <span className={css.row}>
      <Progress label={t.progress} done={done} total={total} />
      {t.progressOf(formatNumber(done), formatNumber(total))}
    </span>
  )
}

function useColumns(): Column<Task>[] {
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

function TaskCard({ task }: { task: Task }) {
  const t = useText(taskText)
  const { title, createdBy, createdAt, done, total, refused } = task
  return (
    <CardLines
      name={<KindLink task={task} />}
      end={<TaskStateText task={task} />}
      second={[title ?? <None key="title" />, <RelativeTime key="created" at={createdAt} />]}
      parts={[
        { name: t.progress, value: t.progressOf(formatNumber(done), formatNumber(total)) },
        { name: t.createdBy, value: createdBy },
      ]}
      partsEnd={refused > 0 && `${t.refused} ${formatNumber(refused)}`}
    />
  )
}
