import { getSim } from '@simdeck/contract/sims.ts'
import { useQueries } from '@tanstack/react-query'
import { call } from '../session/api.ts'
import { failureText } from '../session/failure.ts'
import { useKnownPage } from '../session/list-search.ts'
import { useSimColumns } from '../sims/sim-columns.tsx'
import { useSimFilters } from '../sims/sim-filters.tsx'
import { useSims, useSimSearch } from '../sims/sim-list-query.ts'
import { SimCard } from '../sims/SimCard.tsx'
import { simName } from '../sims/SimLink.tsx'
import { Button, TextButton } from '../ui/Button.tsx'
import { DataTable } from '../ui/DataTable.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { FilterBar } from '../ui/FilterBar.tsx'
import { formatNumber } from '../ui/numbers.ts'
import { Pager } from '../ui/Pager.tsx'
import { useText } from '../ui/text.ts'
import { SimLinks } from './SimLinks.tsx'
import { wizardText } from './wizard-text.tsx'
import { WizardFoot } from './WizardFoot.tsx'
import css from './wizard.module.css'

const shownColumns = [
  'device_alias',
  'iccid',
  'connection',
  'poller_version',
  'other_applet_name',
  'other_applet_version',
  'status_other_applet',
  'status',
  'last_poll',
]

/** Step 1: which SIMs, by the filters of the SIM list; the server acts on the filter, not on what this page shows. */
export function FilterSimsStep({ onNext }: { onNext: () => void }) {
  const t = useText(wizardText)
  const search = useSimSearch()
  const sims = useSims(search.query)
  const filters = useSimFilters(search)
  const columns = useSimColumns().filter(({ id }) => shownColumns.includes(id))
  useKnownPage(search, sims.data)
  const matching = sims.data?.totalItems
  return (
    <>
      <FilterBar
        search={{
          value: search.filters.search ?? '',
          placeholder: t.searchIn,
          onChange: (value) => search.setFilter('search', value || null),
        }}
        filters={filters}
        onClear={search.clear}
      />
      {matching !== undefined && (
        <p className={css.count} role="status">
          <span>{t.matching(formatNumber(matching))}</span>
          <span className={css.note}>{t.matchingNote}</span>
        </p>
      )}
      <DataTable
        label={t.simTable}
        columns={columns}
        rows={sims.data?.data}
        rowId={(sim) => String(sim.id)}
        rowName={simName}
        card={(sim) => <SimCard sim={sim} />}
        error={sims.error && failureText(sims.error)}
        onRetry={() => void sims.refetch()}
        sort={search.sort}
        onSort={search.setSort}
        pageSize={search.pageSize}
        empty={
          <EmptyState title={t.noMatch} actions={search.filtered && <Button onClick={search.clear}>{t.clear}</Button>}>
            {t.noMatchWords}
          </EmptyState>
        }
      />
      {matching !== undefined && matching > 0 && (
        <Pager page={search.page} pageSize={search.pageSize} total={matching} onPage={search.setPage} onPageSize={search.setPageSize} />
      )}
      <WizardFoot>
        <Button variant="primary" disabled={!matching || sims.isPlaceholderData} onClick={onNext}>
          {matching === undefined ? t.next : t.nextWith(formatNumber(matching))}
        </Button>
      </WizardFoot>
    </>
  )
}

const mostNamed = 20

/** Step 1 with SIMs that were ticked in the SIM list, or the one whose page led here. */
export function ChosenSimsStep({ ids, onFilter, onNext }: { ids: readonly number[]; onFilter: () => void; onNext: () => void }) {
  const t = useText(wizardText)
  const named = useQueries({
    queries: ids.slice(0, mostNamed).map((id) => ({
      queryKey: ['sim', id],
      queryFn: ({ signal }: { signal: AbortSignal }) => call(getSim, { params: { id }, signal }),
    })),
  })
  const sims = named.flatMap(({ data }) => (data ? [data] : []))
  return (
    <>
      <div className={css.body}>
        <div className={css.pane}>
          <p className={css.chosen}>
            <b>{t.chosen(formatNumber(ids.length))}</b>
          </p>
          <p className={css.undo}>{t.chosenWords}</p>
          <SimLinks sims={sims} count={ids.length} newTab />
          <p>
            <TextButton onClick={onFilter}>{t.chooseByFilter}</TextButton>
          </p>
        </div>
      </div>
      <WizardFoot>
        <Button variant="primary" onClick={onNext}>
          {t.nextWith(formatNumber(ids.length))}
        </Button>
      </WizardFoot>
    </>
  )
}
