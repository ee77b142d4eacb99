import { shortened, soughtProblem } from '@simdeck/contract/sim-search.ts'
import type { Sim } from '@simdeck/contract/sims.ts'
import { IconBookmark } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { failureText } from '../../session/api/failure.ts'
import { useKnownPage } from '../../session/address/list-search.ts'
import { onSocketEvent } from '../../session/live/live.ts'
import { inTime } from '../../session/address/load-screen.ts'
import { useWatchedSims } from '../../session/live/watched-sims.ts'
import { Button } from '../../ui/form/Button.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { FilterBar } from '../../ui/filter/FilterBar.tsx'
import { ListBar } from '../../ui/filter/ListBar.tsx'
import { useLiveRows } from '../../ui/table/live-rows.ts'
import { Page } from '../../ui/frame/Page.tsx'
import { Pager } from '../../ui/table/Pager.tsx'
import { useTableView } from '../../ui/table/persisted.ts'
import { noSelection } from '../../ui/table/selection.ts'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { shownColumns } from '../../ui/table/table-view.ts'
import { useText } from '../../ui/words/text.ts'
import { ViewMenu } from '../../ui/filter/ViewMenu.tsx'
import { initialView, useSimColumns } from './sim-columns.tsx'
import { problemWords, useSimFilters } from '../filters/sim-filters.tsx'
import { text } from './sim-list-text.ts'
import { useSims, useSimSearch, useSimTotal } from './sim-list-query.ts'
import type { SimSearch } from './sim-list-query.ts'
import { SimListActions } from './SimListActions.tsx'
import { simName } from './SimLink.tsx'
import { useSimSelection } from '../selection/use-sim-selection.ts'
import type { ViewQuestion } from '../views/sim-views.ts'
import { ViewsButton } from '../views/ViewsButton.tsx'

/** Used on phones only. */
const SimCard = lazy(async () => ({ default: (await inTime(import('./SimCard.tsx'))).SimCard }))
const SimsEmpty = lazy(async () => ({ default: (await inTime(import('./SimsEmpty.tsx'))).SimsEmpty }))
const BulkActions = lazy(async () => ({ default: (await inTime(import('../bulk/BulkActions.tsx'))).BulkActions }))
const UnknownNumbers = lazy(async () => ({ default: (await inTime(import('../filters/UnknownNumbers.tsx'))).UnknownNumbers }))
const OutsideFilter = lazy(async () => ({ default: (await inTime(import('../selection/OutsideFilter.tsx'))).OutsideFilter }))
const IgnoredFilters = lazy(async () => ({ default: (await inTime(import('../filters/IgnoredFilters.tsx'))).IgnoredFilters }))
const NewSimDialog = lazy(async () => ({ default: (await inTime(import('../edit/NewSimDialog.tsx'))).NewSimDialog }))
const ExportDialog = lazy(async () => ({ default: (await inTime(import('../export/ExportDialog.tsx'))).ExportDialog }))

const rowId = (sim: Sim): string => String(sim.id)
const card = (sim: Sim) => (
  <Suspense fallback={<Skeleton width={230} />}>
    <SimCard sim={sim} />
  </Suspense>
)
const noSims: readonly Sim[] = []
/** True if a filter may hold a list: the address separates its numbers by commas. */
const mayHoldList = ({ search, id, iccid, imsi, msisdn, imei }: SimSearch['filters']): boolean =>
  [search, id, iccid, imsi, msisdn, imei].some((value) => value?.includes(','))

/** Home screen: all SIMs, filtered, sorted and paged by the server, live. */
export function SimListPage() {
  const t = useText(text)
  const search = useSimSearch()
  const { data, error, refetch, isPlaceholderData } = useSims(search.query)
  useKnownPage(search, data)
  const total = useSimTotal(search.filtered)
  const columns = useSimColumns()
  const filters = useSimFilters(search)
  const view = useTableView('sim', initialView)
  const [dialog, setDialog] = useState<{ is: 'new' | 'export'; opened: boolean } | null>(null)
  const [question, setQuestion] = useState<ViewQuestion | null>(null)
  const rows = data?.data
  const live = useLiveSims(rows ?? noSims)
  const pageIds = rows?.map(rowId) ?? []
  const { selection, setSelection, selecting, selectMatching, outside, dropOutside } = useSimSelection(search.filters, pageIds)
  const about = data?.totalIsEstimate === true
  const nothingYet = data?.totalItems === 0 && !search.filtered
  const open = (is: 'new' | 'export') => (): void => setDialog({ is, opened: true })
  const asked = (is: 'new' | 'export') => ({
    opened: dialog?.is === is && dialog.opened,
    onClose: () => setDialog({ is, opened: false }),
  })

  return (
    <Page
      title={t.title}
      fit
      beside={!nothingYet && <ViewsButton search={search} question={question} onAsk={setQuestion} />}
      actions={!nothingYet && <SimListActions onNew={open('new')} onExport={open('export')} />}
    >
      {nothingYet ? (
        <Suspense>
          <SimsEmpty onNew={open('new')} />
        </Suspense>
      ) : (
        <>
          <FilterBar
            search={{
              value: search.filters.search ?? '',
              placeholder: t.searchIn,
              onChange: (value) => search.setFilter('search', shortened(value) || null),
              problem: (typed) => problemWords(t, soughtProblem(typed)),
            }}
            filters={filters}
            onClear={search.clear}
          />
          {search.ignored.length > 0 && (
            <Suspense>
              <IgnoredFilters search={search} />
            </Suspense>
          )}
          {mayHoldList(search.filters) && (
            <Suspense>
              <UnknownNumbers filters={search.filters} />
            </Suspense>
          )}
          <ListBar
            matching={data?.totalItems}
            about={about}
            total={total}
            selection={selection}
            pageIds={pageIds}
            onSelect={setSelection}
            onSelectMatching={selectMatching}
            selecting={selecting}
            outside={
              outside !== 0 && (
                <Suspense>
                  <OutsideFilter count={outside} onDrop={dropOutside} />
                </Suspense>
              )
            }
            bulkActions={
              <Suspense>
                <BulkActions
                  selection={selection}
                  compact={outside !== 0}
                  onDone={() => setSelection(noSelection)}
                  onExport={open('export')}
                />
              </Suspense>
            }
            end={
              <ViewMenu
                list="sim"
                columns={columns}
                initial={initialView}
                foot={(close) => (
                  <Button
                    size="sm"
                    icon={<IconBookmark size={16} />}
                    onClick={() => {
                      close()
                      setQuestion({ act: 'save' })
                    }}
                  >
                    {t.saveView}
                  </Button>
                )}
              />
            }
          />
          <DataTable
            label={t.title}
            columns={columns}
            rows={rows}
            rowId={rowId}
            rowName={simName}
            card={card}
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
          waiting={isPlaceholderData}
          page={search.pageOf(data)}
          pageSize={search.pageSize}
          total={data.totalItems}
          onPage={search.setPage}
          onPageSize={search.setPageSize}
          further={search.furtherOf(data, isPlaceholderData)}
        />
      )}
      <Suspense>
        {dialog?.is === 'new' && <NewSimDialog {...asked('new')} />}
        {dialog?.is === 'export' && (
          <ExportDialog
            {...asked('export')}
            filter={search.filters}
            selection={selection}
            sort={search.sort}
            shownColumns={shownColumns(columns, view).map(({ id }) => id)}
            count={about ? null : (data?.totalItems ?? null)}
          />
        )}
      </Suspense>
    </Page>
  )
}

/** Subscribes to events of these SIMs and returns the rows that changed. */
function useLiveSims(sims: readonly Sim[]) {
  const ids = useMemo(() => sims.map(({ id }) => id), [sims])
  useWatchedSims(ids)
  const { live, mark } = useLiveRows()
  useEffect(
    () =>
      onSocketEvent((event) => {
        if (event.event === 'SIM_UPDATED' && ids.includes(event.sim.id)) mark(String(event.sim.id))
      }),
    [mark, ids],
  )
  return live
}
