import { listTasks, taskKinds, taskStates } from '@simdeck/contract/tasks.ts'
import { useListSearch } from '../session/address/list-search.ts'
import { LinkButton } from '../ui/form/Button.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { ChoiceEditor } from '../ui/filter/FilterBar.tsx'
import type { Filter } from '../ui/filter/FilterBar.tsx'
import { useText } from '../ui/words/text.ts'
import { kindText, stateText, taskText } from './task-text.ts'
import { useList } from '../session/address/use-list.ts'
import { ListScreen } from '../ui/frame/ListScreen.tsx'
import { TaskCard, useTaskColumns } from './task-columns.tsx'

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
  const tasks = useList(listTasks, list)
  const columns = useTaskColumns()
  function filter<Value extends string>(
    id: 'kind' | 'state',
    name: string,
    values: readonly Value[],
    names: Record<Value, string>,
  ): Filter {
    const value = values.filter((one) => parts(list.filters[id] ?? '').includes(one))
    return {
      id,
      name,
      value: value.length > 0 ? value.map((one) => names[one]).join(', ') : null,
      editor: (close) => (
        <ChoiceEditor
          options={values.map((one) => ({ value: one, words: names[one] }))}
          value={value}
          onApply={(next) => list.setFilter(id, next.length > 0 ? next.join(',') : null)}
          close={close}
        />
      ),
      onRemove: () => list.setFilter(id, null),
    }
  }
  return (
    <ListScreen
      title={t.tasks}
      crumbs={[{ words: t.sims, link: { to: '/' } }]}
      counted
      list={tasks}
      columns={columns}
      rowId={(task) => String(task.id)}
      rowName={(task) => kinds[task.kind]}
      card={(task) => <TaskCard task={task} />}
      filter={
        list.filtered || tasks.total !== 0
          ? { filters: [filter('kind', t.kind, taskKinds, kinds), filter('state', t.state, taskStates, states)], onClear: list.clear }
          : null
      }
      notFound={<EmptyState title={t.noMatch} />}
      empty={
        <EmptyState title={t.noTasks} actions={<LinkButton to="/">{t.sims}</LinkButton>}>
          {t.noTasksWords}
        </EmptyState>
      }
    />
  )
}
