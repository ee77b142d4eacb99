import { listTaskResults } from '@simdeck/contract/tasks.ts'
import type { Task, TaskResult } from '@simdeck/contract/tasks.ts'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useListSearch } from '../session/address/list-search.ts'
import { Segments } from '../ui/value/Bits.tsx'
import { Button } from '../ui/form/Button.tsx'
import { CardLines } from '../ui/table/CardLines.tsx'
import type { Column } from '../ui/table/DataTable.tsx'
import { FailedGlyph, SucceededGlyph } from '../ui/value/glyphs.tsx'
import { None } from '../ui/value/None.tsx'
import { Status } from '../ui/value/StatusText.tsx'
import { useText } from '../ui/words/text.ts'
import { downloadResults } from './task-queries.ts'
import { taskText } from './task-text.ts'
import css from './tasks.module.css'
import { useList } from '../session/address/use-list.ts'
import { ListTable } from '../ui/table/ListTable.tsx'

const filterNames = ['outcome'] as const
const sortable = ['line'] as const
type Outcome = TaskResult['outcome'] | 'all'
const outcomes: readonly Outcome[] = ['all', 'done', 'refused']
const valid = (_: 'outcome', value: string): boolean => value === 'done' || value === 'refused'

/** Result of each SIM with the reason of a refusal, and a button that downloads all results. */
export function TaskResults({ task }: { task: Task }) {
  const t = useText(taskText)
  const list = useListSearch({ list: 'default', filters: filterNames, sortable, valid })
  const results = useList(listTaskResults, list, { params: { id: task.id } })
  const columns = useColumns()
  const names: Record<Outcome, string> = { all: t.everyOutcome, done: t.done, refused: t.refused }
  const outcome = outcomes.find((one) => one === list.filters.outcome) ?? 'all'
  return (
    <section aria-label={t.results}>
      <div className={css.resultsHead}>
        <h2>{t.results}</h2>
        <Segments
          label={t.outcome}
          value={outcome}
          options={outcomes.map((value) => ({ value, words: names[value] }))}
          onChange={(value) => list.setFilter('outcome', value === 'all' ? null : value)}
        />
        <Button size="sm" disabled={task.done === 0} onClick={() => void downloadResults(task)}>
          {t.download}
        </Button>
      </div>
      <ListTable
        label={t.results}
        columns={columns}
        list={results}
        rowId={(result) => `${result.iccid ?? ''}${result.simId ?? ''}`}
        rowName={(result) => result.iccid ?? ''}
        card={(result) => <ResultCard result={result} />}
        empty={<p className={css.plain}>{outcome === 'refused' ? t.noRefused : t.noResults}</p>}
        inPage
      />
    </section>
  )
}

function SimOfResult({ result: { simId, iccid } }: { result: TaskResult }) {
  if (iccid === null) return <None />
  if (simId === null) return iccid
  return (
    <Link to="/sims/$id/$cid" params={{ id: String(simId), cid: iccid }}>
      {iccid}
    </Link>
  )
}

function OutcomeText({ result: { outcome } }: { result: TaskResult }) {
  const t = useText(taskText)
  return outcome === 'done' ? (
    <Status tone="succeeded" glyph={<SucceededGlyph />} quiet>
      {t.done}
    </Status>
  ) : (
    <Status tone="failed" glyph={<FailedGlyph />}>
      {t.refused}
    </Status>
  )
}

function useColumns(): Column<TaskResult>[] {
  const t = useText(taskText)
  return useMemo(
    () => [
      { id: 'iccid', header: 'ICCID', cell: (result) => <SimOfResult result={result} />, skeleton: 150 },
      { id: 'outcome', header: t.outcome, cell: (result) => <OutcomeText result={result} /> },
      { id: 'message', header: t.reason, cell: ({ message }) => message ?? <None />, skeleton: 220 },
    ],
    [t],
  )
}

function ResultCard({ result }: { result: TaskResult }) {
  return (
    <CardLines
      name={<SimOfResult result={result} />}
      end={<OutcomeText result={result} />}
      second={[result.message ?? <None key="none" />]}
    />
  )
}
