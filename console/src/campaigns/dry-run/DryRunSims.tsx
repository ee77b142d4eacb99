import { NativeSelect } from '@mantine/core'
import { dryRunActions, dryRunReasons, getDryRun, listDryRunSims } from '@simdeck/contract/dry-run-sims.ts'
import { soughtProblem } from '@simdeck/contract/sim-search.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sortText } from '../../session/address/list-search.ts'
import { useList } from '../../session/address/use-list.ts'
import { useLocalPages } from '../../session/address/use-local-pages.ts'
import { failureText } from '../../session/api/failure.ts'
import { queryOf } from '../../session/api/query.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { SearchField } from '../../ui/filter/FilterBar.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { ListTable } from '../../ui/table/ListTable.tsx'
import type { Sort } from '../../ui/table/persisted.ts'
import { useLanguage } from '../../ui/words/language.ts'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { DryRunCard, useDryRunColumns } from './dry-run-columns.tsx'
import { actionWords, dryRunText, reasonName } from './dry-run-text.ts'
import css from './dry-run.module.css'

const everyExcluded = 'excluded'

/** The part of a query that finds the SIMs of a choice: an action, a reason, or all that are left out. Empty for all SIMs. */
function outcomeQuery(value: string): { action?: string; reason?: string } {
  if (value === everyExcluded) return { reason: dryRunReasons.join(',') }
  if (dryRunActions.some((action) => action === value)) return { action: value }
  return value === '' ? {} : { reason: value }
}

/**
 * SIMs of the last dry run of a snapshot, of a rollback or of an approval, with filters that show their counts. Filters and pages are not
 * in the address, so that the table can stand in a dialog.
 */
export function DryRunSims({ snapshotId }: { snapshotId: number }) {
  const t = useText(dryRunText)
  const language = useLanguage()
  const [outcome, setOutcome] = useState('')
  const [wave, setWave] = useState('')
  const [search, setSearch] = useState('')
  const [sort, setSort] = useState<Sort | null>(null)
  const pages = useLocalPages(10)
  const params = { id: snapshotId }
  const totals = useQuery(queryOf(getDryRun, { params }))
  const { data } = totals
  const filters = { ...outcomeQuery(outcome), ...(wave && { wave }), ...(search && { search }), ...(sort && { sort: sortText(sort) }) }
  const list = useList(
    listDryRunSims,
    { ...pages, sort, setSort: then(setSort), filtered: outcome + wave + search !== '' },
    { params, query: filters },
  )
  const columns = useDryRunColumns((data?.waves.length ?? 0) > 1)
  const clear = then(() => {
    setOutcome('')
    setWave('')
    setSearch('')
  })
  function then<Args extends unknown[]>(change: (...args: Args) => void) {
    return (...args: Args): void => {
      change(...args)
      pages.setPage(1)
    }
  }
  const option = (value: string, name: string, sims: number) => ({ value, label: t.counted(name, formatNumber(sims)) })
  if (totals.isError) return <ErrorState message={failureText(totals.error)} onRetry={() => void totals.refetch()} />
  return (
    <>
      <div className={css.filters} role="search">
        <SearchField
          value={search}
          placeholder={t.search}
          onChange={then((typed: string) => setSearch(soughtProblem(typed) === null ? typed : ''))}
        />
        <NativeSelect
          aria-label={t.outcome}
          value={outcome}
          onChange={(event) => then(setOutcome)(event.currentTarget.value)}
          data={[
            option('', t.all, data?.total ?? 0),
            ...(data?.actions ?? []).map(({ action, sims }) => option(action, actionWords[action][language], sims)),
            ...(data && data.excluded.length > 0
              ? [
                  {
                    group: t.excluded,
                    items: [
                      option(everyExcluded, t.allExcluded, data.total - data.eligible),
                      ...data.excluded.map(({ reason, sims }) => option(reason, reasonName(reason, language), sims)),
                    ],
                  },
                ]
              : []),
          ]}
        />
        {data && data.waves.length > 1 && (
          <NativeSelect
            aria-label={t.wave}
            value={wave}
            onChange={(event) => then(setWave)(event.currentTarget.value)}
            data={[
              option('', t.allWaves, data.eligible),
              ...data.waves.map((one) => option(String(one.wave), t.waveOf(String(one.wave)), one.sims)),
            ]}
          />
        )}
      </div>
      <ListTable
        label={t.title}
        inPage
        counts="sims"
        columns={columns}
        list={list}
        rowId={(sim) => String(sim.sim_id)}
        rowName={(sim) => sim.device_alias ?? sim.iccid ?? t.deleted(String(sim.sim_id))}
        card={(sim) => <DryRunCard sim={sim} />}
        empty={
          <EmptyState title={t.none} actions={<Button onClick={clear}>{t.showAll}</Button>}>
            {t.noneWords}
          </EmptyState>
        }
      />
    </>
  )
}
