import { IconUpload } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { failureText } from '../session/failure.ts'
import { useKnownPage } from '../session/list-search.ts'
import { onSocketEvent, useLive } from '../session/live.ts'
import { MayButton } from '../session/MayButton.tsx'
import { useWatchedSims } from '../session/watched-sims.ts'
import { Button } from '../ui/Button.tsx'
import { DataTable } from '../ui/DataTable.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { FilterBar } from '../ui/FilterBar.tsx'
import { ListBar } from '../ui/ListBar.tsx'
import { useLiveRows } from '../ui/live-rows.ts'
import { Page } from '../ui/Page.tsx'
import { Pager } from '../ui/Pager.tsx'
import { useTableView } from '../ui/persisted.ts'
import { useText } from '../ui/text.ts'
import { ViewMenu } from '../ui/ViewMenu.tsx'
import { initialView, useSimColumns } from './sim-columns.tsx'
import { useSimFilters } from './sim-filters.tsx'
import { text } from './sim-list-text.ts'
import { useSims, useSimSearch, useSimTotal } from './sim-list-query.ts'
import { SimCard } from './SimCard.tsx'
import { simName } from './SimLink.tsx'
import { SimsEmpty } from './SimsEmpty.tsx'
import { useSimSelection } from './use-sim-selection.ts'

/** Home: every SIM, filtered, sorted and paged by the server, live. */
export function SimListPage() {
  const t = useText(text)
  const navigate = useNavigate()
  const search = useSimSearch()
  const { data, error, refetch, isPlaceholderData } = useSims(search.query)
  useKnownPage(search, data)
  const total = useSimTotal(search.filtered)
  const columns = useSimColumns()
  const filters = useSimFilters(search)
  const view = useTableView('sim', initialView)
  const connected = useLive((live) => live.connected)
  const { live, mark } = useLiveRows()
  const { selection, setSelection, selecting, selectMatching } = useSimSelection(search.filters)

  const rows = data?.data
  const pageIds = useMemo(() => rows?.map((sim) => String(sim.id)) ?? [], [rows])
  useWatchedSims(useMemo(() => rows?.map((sim) => sim.id) ?? [], [rows]))
  useEffect(
    () =>
      onSocketEvent((event) => {
        if (event.event === 'SIM_UPDATED' && pageIds.includes(String(event.sim.id))) mark(String(event.sim.id))
      }),
    [mark, pageIds],
  )

  const execute = (): void => {
    const chosen = selection.kind === 'frozen' ? { selectionId: String(selection.id) } : { simIds: [...selection.ids].join(',') }
    void navigate({ to: '/otas/execute', search: chosen })
  }
  const nothingYet = data?.totalItems === 0 && !search.filtered
  return (
    <Page
      title={t.title}
      fit
      actions={
        !nothingYet && (
          <MayButton permission="SIM_CREATE" icon={<IconUpload size={16} />} onClick={() => void navigate({ to: '/imports' })}>
            {t.import}
          </MayButton>
        )
      }
    >
      {nothingYet ? (
        <SimsEmpty onImport={() => void navigate({ to: '/imports' })} />
      ) : (
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
          <ListBar
            matching={data?.totalItems}
            about={data?.totalIsEstimate === true}
            total={total}
            live={connected}
            selection={selection}
            pageIds={pageIds}
            onSelect={setSelection}
            onSelectMatching={selectMatching}
            selecting={selecting}
            bulkActions={
              <MayButton permission="OTA_CREATE" variant="primary" size="sm" onClick={execute}>
                {t.bulkOta}
              </MayButton>
            }
            end={<ViewMenu list="sim" columns={columns} initial={initialView} />}
          />
          <DataTable
            label={t.title}
            columns={columns}
            rows={rows}
            rowId={(sim) => String(sim.id)}
            rowName={simName}
            card={(sim) => <SimCard sim={sim} />}
            error={error && failureText(error)}
            onRetry={() => void refetch()}
            stale={isPlaceholderData}
            sort={search.sort}
            onSort={search.setSort}
            selection={selection}
            onSelect={setSelection}
            live={live}
            view={view}
            pageSize={search.pageSize}
            empty={
              <EmptyState title={t.notFoundTitle} actions={<Button onClick={search.clear}>{t.clear}</Button>}>
                {t.notFoundWords}
              </EmptyState>
            }
          />
        </>
      )}
      {data && data.totalItems > 0 && (
        <Pager
          page={search.pageOf(data)}
          pageSize={search.pageSize}
          total={data.totalItems}
          onPage={search.setPage}
          onPageSize={search.setPageSize}
          further={search.furtherOf(data, isPlaceholderData)}
        />
      )}
    </Page>
  )
}
