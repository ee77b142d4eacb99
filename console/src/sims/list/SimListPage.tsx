import type { Sim } from '@simdeck/contract/sims.ts'
import { IconBookmark, IconChartBar } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { inTime } from '../../session/address/load-screen.ts'
import { Button } from '../../ui/form/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { useTableView } from '../../ui/table/persisted.ts'
import { noSelection } from '../../ui/table/selection.ts'
import { shownColumns } from '../../ui/table/table-view.ts'
import { useText } from '../../ui/words/text.ts'
import { ViewMenu } from '../../ui/filter/ViewMenu.tsx'
import { initialView, useSimColumns } from './sim-columns.tsx'
import { SimListNotes } from '../filters/notes/SimListNotes.tsx'
import { useSimFilterBar } from '../filters/use-sim-filter-bar.ts'
import { text } from './sim-list-text.ts'
import { useSims, useSimSearch, useSimTotal } from './sim-list-query.ts'
import { SimListActions } from './SimListActions.tsx'
import { simName } from './SimLink.tsx'
import { useSimSelection } from '../selection/use-sim-selection.ts'
import type { ViewQuestion } from '../views/sim-views.ts'
import { ViewsButton } from '../views/ViewsButton.tsx'
import type { ComponentProps } from 'react'
import { ListScreen } from '../../ui/frame/ListScreen.tsx'
import { CardWait } from '../../ui/table/TableRows.tsx'
import listCss from '../../ui/filter/list.module.css'

const MapPage = lazy(async () => ({ default: (await inTime(import('../../map/MapPage.tsx'))).MapPage }))
/** Used on phones only. */
const SimCard = lazy(async () => ({ default: (await inTime(import('./SimCard.tsx'))).SimCard }))
const SimsEmpty = lazy(async () => ({ default: (await inTime(import('./SimsEmpty.tsx'))).SimsEmpty }))
const BulkActions = lazy(async () => ({ default: (await inTime(import('../bulk/BulkActions.tsx'))).BulkActions }))
const PollHistogram = lazy(async () => ({ default: (await inTime(import('../polls/PollHistogram.tsx'))).PollHistogram }))
const OutsideFilter = lazy(async () => ({ default: (await inTime(import('../selection/OutsideFilter.tsx'))).OutsideFilter }))
const NewSimDialog = lazy(async () => ({ default: (await inTime(import('../edit/NewSimDialog.tsx'))).NewSimDialog }))
const ExportDialog = lazy(async () => ({ default: (await inTime(import('../export/ExportDialog.tsx'))).ExportDialog }))

const rowId = (sim: Sim): string => String(sim.id)
const card = (sim: Sim) => (
  <Suspense fallback={<CardWait />}>
    <SimCard sim={sim} />
  </Suspense>
)
/** Home screen: all SIMs, filtered, sorted and paged by the server, live. */
export function SimListPage() {
  const t = useText(text)
  const search = useSimSearch()
  const sims = useSims(search, { live: true })
  const total = useSimTotal(search.filtered)
  const columns = useSimColumns()
  const { bar, pasted } = useSimFilterBar(search)
  const [polls, setPolls] = useState(false)
  const view = useTableView('sim', initialView)
  const [dialog, setDialog] = useState<{ is: 'new' | 'export'; opened: boolean } | null>(null)
  const [question, setQuestion] = useState<ViewQuestion | null>(null)
  const pageIds = sims.rows?.map(rowId) ?? []
  const { selection, setSelection, selecting, selectMatching, outside, dropOutside } = useSimSelection(search.filters, pageIds)
  const nothingYet = sims.total === 0 && !search.filtered
  const open = (is: 'new' | 'export') => (): void => setDialog({ is, opened: true })
  const asked = (is: 'new' | 'export') => ({
    opened: dialog?.is === is && dialog.opened,
    onClose: () => setDialog({ is, opened: false }),
  })

  return (
    <ListScreen
      title={t.title}
      counts="sims"
      beside={!nothingYet && <ViewsButton search={search} question={question} onAsk={setQuestion} />}
      actions={!nothingYet && <SimListActions onNew={open('new')} onExport={open('export')} />}
      filter={
        nothingYet
          ? null
          : {
              ...bar,
              end: (
                <Button
                  variant="ghost"
                  size="sm"
                  icon={<IconChartBar size={16} />}
                  aria-label={t.polls}
                  aria-expanded={polls}
                  onClick={() => setPolls(!polls)}
                >
                  <span className={listCss.wideOnly}>{t.polls}</span>
                </Button>
              ),
            }
      }
      notes={
        <>
          <SimListNotes search={search} pasted={pasted} asOf={sims.answer?.asOf} />
          {polls && !nothingYet && (
            <Suspense>
              <PollHistogram search={search} />
            </Suspense>
          )}
        </>
      }
      bar={
        nothingYet
          ? null
          : {
              total,
              onSelectMatching: selectMatching,
              selecting,
              outside: outside !== 0 && (
                <Suspense>
                  <OutsideFilter count={outside} onDrop={dropOutside} />
                </Suspense>
              ),
              bulkActions: (
                <Suspense>
                  <BulkActions
                    selection={selection}
                    compact={outside !== 0}
                    onDone={() => setSelection(noSelection)}
                    onExport={open('export')}
                  />
                </Suspense>
              ),
              end: <SimViewMenu columns={columns} onSave={() => setQuestion({ act: 'save' })} />,
            }
      }
      list={sims}
      columns={columns}
      rowId={rowId}
      rowName={simName}
      card={card}
      selection={selection}
      onSelect={setSelection}
      view={view}
      notFound={
        <EmptyState title={t.notFoundTitle} actions={<Button onClick={search.clear}>{t.clear}</Button>}>
          {t.notFoundWords}
        </EmptyState>
      }
      empty={
        <Suspense>
          <SimsEmpty onNew={open('new')} />
        </Suspense>
      }
    >
      <Suspense>
        {dialog?.is === 'new' && <NewSimDialog {...asked('new')} />}
        {dialog?.is === 'export' && (
          <ExportDialog
            {...asked('export')}
            filter={search.filters}
            selection={selection}
            sort={search.sort}
            shownColumns={shownColumns(columns, view).map(({ id }) => id)}
            count={sims.total ?? null}
          />
        )}
      </Suspense>
    </ListScreen>
  )
}

/**
 * Screen of the SIMs on a map, with the filters of the list. It is in this file because two entries that share the filters would have them
 * in scripts of their own, which makes the first screen larger.
 */
export function SimMapPage() {
  const search = useSimSearch()
  const { bar } = useSimFilterBar(search)
  return (
    <Suspense>
      <MapPage filters={search.filters} bar={bar} />
    </Suspense>
  )
}

/** Menu of the columns; it also saves what the list shows as a view. */
function SimViewMenu({ columns, onSave }: { columns: ComponentProps<typeof ViewMenu>['columns']; onSave: () => void }) {
  const t = useText(text)
  return (
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
            onSave()
          }}
        >
          {t.saveView}
        </Button>
      )}
    />
  )
}
