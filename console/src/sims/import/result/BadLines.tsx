import { listTaskResults } from '@simdeck/contract/tasks.ts'
import type { Task, TaskResult } from '@simdeck/contract/tasks.ts'
import { useMemo } from 'react'
import { useListSearch } from '../../../session/address/list-search.ts'
import { downloadResults } from '../../../tasks/task-queries.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { CardLines } from '../../../ui/table/CardLines.tsx'
import type { Column } from '../../../ui/table/DataTable.tsx'
import { None } from '../../../ui/value/None.tsx'
import { formatNumber } from '../../../ui/words/numbers.ts'
import { useText } from '../../../ui/words/text.ts'
import { text } from '../import-text.ts'
import css from '../import.module.css'
import { useList } from '../../../session/address/use-list.ts'
import { ListTable } from '../../../ui/table/ListTable.tsx'

const noFilters: readonly never[] = []
const sortable = ['line'] as const

/** List of the lines that cannot be imported, with number, column and reason, and a button that downloads all of them. */
export function BadLines({ task, title }: { task: Task; title: string }) {
  const t = useText(text)
  const list = useListSearch({ list: 'default', filters: noFilters, sortable })
  const results = useList(listTaskResults, list, { params: { id: task.id }, query: { outcome: 'refused', sort: 'line:ASC' } })
  const columns = useColumns()
  return (
    <section className={css.badLines} aria-label={title}>
      <div className={css.badHead}>
        <h2>{title}</h2>
        {results.total !== undefined && results.total < (task.import?.bad ?? 0) && (
          <span className={css.soft}>{t.listedOnly(formatNumber(results.total))}</span>
        )}
        <Button size="sm" onClick={() => void downloadResults(task, 'refused')}>
          {t.downloadBad}
        </Button>
      </div>
      <ListTable
        label={title}
        columns={columns}
        list={results}
        rowId={(result) => `${result.line ?? ''} ${result.column ?? ''} ${result.message ?? ''}`}
        rowName={(result) => String(result.line)}
        card={(result) => (
          <CardLines
            name={<LineOf result={result} />}
            end={<ColumnOf result={result} />}
            second={[result.message ?? <None key="none" />]}
          />
        )}
        empty={null}
        inPage
      />
    </section>
  )
}

function LineOf({ result: { line } }: { result: TaskResult }) {
  const t = useText(text)
  return line === null ? <None /> : t.lineNumber(formatNumber(line))
}

function ColumnOf({ result: { column } }: { result: TaskResult }) {
  return column === null ? <None /> : <span className={css.code}>{column}</span>
}

function useColumns(): Column<TaskResult>[] {
  const t = useText(text)
  return useMemo(
    () => [
      { id: 'line', header: t.line, cell: (result) => <LineOf result={result} />, skeleton: 50 },
      { id: 'column', header: t.column, cell: (result) => <ColumnOf result={result} /> },
      { id: 'message', header: t.reason, cell: ({ message }) => message ?? <None />, skeleton: 220 },
    ],
    [t],
  )
}
