import { listTaskResults } from '@simdeck/contract/tasks.ts'
import type { Task, TaskResult } from '@simdeck/contract/tasks.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { failureText } from '../../../session/api/failure.ts'
import { useKnownPage, useListSearch } from '../../../session/address/list-search.ts'
import { keepRows } from '../../../session/api/query-client.ts'
import { queryOf } from '../../../session/api/query.ts'
import { downloadResults } from '../../../tasks/task-queries.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { CardLines } from '../../../ui/table/CardLines.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import type { Column } from '../../../ui/table/DataTable.tsx'
import { None } from '../../../ui/value/None.tsx'
import { formatNumber } from '../../../ui/words/numbers.ts'
import { Pager } from '../../../ui/table/Pager.tsx'
import { useText } from '../../../ui/words/text.ts'
import { text } from '../import-text.ts'
import css from '../import.module.css'

const noFilters: readonly never[] = []
const sortable = ['line'] as const

/** Lines that cannot be imported, with number, column and reason, and a download of all of them. */
export function BadLines({ task, title }: { task: Task; title: string }) {
  const t = useText(text)
  const list = useListSearch({ list: 'default', filters: noFilters, sortable })
  const query = { ...list.query, outcome: 'refused', sort: 'line:ASC' }
  const results = useQuery({
    ...queryOf(listTaskResults, { params: { id: task.id }, query }),
    ...keepRows,
  })
  const columns = useColumns()
  const { data } = results
  useKnownPage(list, data)
  return (
    <section className={css.badLines} aria-label={title}>
      <div className={css.badHead}>
        <h2>{title}</h2>
        {data && data.totalItems < (task.import?.bad ?? 0) && (
          <span className={css.soft}>{t.listedOnly(formatNumber(data.totalItems))}</span>
        )}
        <Button size="sm" onClick={() => void downloadResults(task)}>
          {t.downloadBad}
        </Button>
      </div>
      <DataTable
        label={title}
        columns={columns}
        rows={data?.data}
        rowId={(result) => `${result.line ?? ''} ${result.column ?? ''} ${result.message ?? ''}`}
        rowName={(result) => String(result.line)}
        error={results.isError ? failureText(results.error) : null}
        onRetry={() => void results.refetch()}
        stale={results.isPlaceholderData}
        pageSize={list.pageSize}
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
      {data && data.totalItems > 0 && (
        <Pager
          waiting={results.isPlaceholderData}
          page={list.page}
          pageSize={list.pageSize}
          total={data.totalItems}
          onPage={list.setPage}
          onPageSize={list.setPageSize}
        />
      )}
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
