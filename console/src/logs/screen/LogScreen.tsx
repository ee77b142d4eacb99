import type { Endpoint } from '@simdeck/contract/endpoint.ts'
import type { Page as Answer } from '@simdeck/contract/list.ts'
import type { LogName } from '@simdeck/contract/logs.ts'
import { logRowCap } from '@simdeck/contract/logs.ts'
import { IconAlertTriangle, IconDownload } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { useListSearch } from '../../session/address/list-search.ts'
import { useList } from '../../session/address/use-list.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { FilterBar } from '../../ui/filter/FilterBar.tsx'
import type { Filter, SearchFieldProps } from '../../ui/filter/FilterBar.tsx'
import { ViewMenu } from '../../ui/filter/ViewMenu.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { Page } from '../../ui/frame/Page.tsx'
import type { Column } from '../../ui/table/DataTable.tsx'
import { ListTable } from '../../ui/table/ListTable.tsx'
import { useTableView } from '../../ui/table/persisted.ts'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import { logText } from '../log-text.ts'
import { downloadLog } from './csv.ts'
import type { CsvColumns } from './csv.ts'
import css from './log-screen.module.css'
import { LogPanel } from './LogPanel.tsx'
import { SearchedTo } from './SearchedTo.tsx'
import { TailBar } from './TailBar.tsx'
import { useKept } from './use-kept.ts'
import { useTail } from './use-tail.ts'

interface LogScreenProps<Row> {
  log: LogName
  /** The name of the file of the rows, if it is not that of the log. */
  file?: string
  title: string
  endpoint: Endpoint
  /** Field of the time, by which the server sorts. */
  timeField: string
  search: Pick<
    ReturnType<typeof useListSearch<never, never>>,
    'page' | 'setPage' | 'pageSize' | 'sort' | 'setSort' | 'filtered' | 'pagerOf' | 'clear'
  > & { query: object; filters: object }
  /** Search field; null for a log without one. */
  searchField: SearchFieldProps | null
  filters: readonly Filter[]
  columns: readonly Column<Row>[]
  rowName: (row: Row) => string
  card: (row: Row) => ReactNode
  details: (row: Row) => ReactNode
  csv: CsvColumns<Row>
  /** Repeats a search that ended early with the records up to this time. */
  searchEarlier?: (to: string) => void
  actions?: ReactNode
  notes?: ReactNode
}

/** Screen of a log: filters, rows, the details of one in a panel beside them, a file of the rows, and a display that follows the log. */
export function LogScreen<Row extends { id: number }>(props: LogScreenProps<Row>) {
  const { log, title, endpoint, timeField, search, searchField, filters, columns, rowName, card, details, csv } = props
  const { searchEarlier, actions, notes } = props
  const t = useText(logText)
  const list = useList(endpoint, search, { refetchOnWindowFocus: 'always' })
  const answer = list.answer as Pick<Answer<Row>, 'capped' | 'searchedTo'> | undefined
  const tail = useTail<Row>(endpoint, search.filters)
  const view = useTableView('systemLog')
  const navigate = useNavigate()
  const { row: openId }: { row?: string } = useSearch({ strict: false })
  const [loading, setLoading] = useState(false)
  const kept = useKept(log)
  const table = useRef<HTMLDivElement>(null)

  const rows = tail.shown
    ? withTail(tail.shown.tail.rows, list.rows as readonly Row[] | undefined)
    : (list.rows as readonly Row[] | undefined)
  const index = rows?.findIndex(({ id }) => String(id) === openId) ?? -1
  const open = rows?.[index]
  const openRow = (id: number | undefined): void =>
    void navigate({ to: '.', search: (before: object) => ({ ...before, row: id === undefined ? undefined : String(id) }), replace: true })
  const close = (): void => {
    // The router marks the link of the open record.
    openRow(undefined)
    table.current?.querySelector<HTMLElement>('a[aria-current]')?.focus()
  }
  const startTail = (): void => {
    search.setSort({ column: timeField, direction: 'desc' })
    tail.start(Math.max(0, ...((list.rows as readonly Row[] | undefined) ?? []).map(({ id }) => id)))
  }
  const save = (): void => {
    setLoading(true)
    downloadLog(props.file ?? log, endpoint, { ...search.query }, csv)
      .catch((thrown: unknown) => toastFailure(t.notDownloaded, thrown))
      .finally(() => setLoading(false))
  }
  const count = list.total !== undefined && formatNumber(list.total)
  return (
    <Page
      title={title}
      beside={<span className={css.grey}>{kept}</span>}
      actions={
        <>
          {actions}
          <Button icon={<IconDownload size={16} />} busy={loading} disabled={!list.total} onClick={save}>
            {t.csv}
          </Button>
        </>
      }
      fit
    >
      <FilterBar {...(searchField && { search: searchField })} filters={filters} onClear={search.clear} />
      {notes}
      <TailBar tail={tail} onStart={startTail} end={<ViewMenu list="systemLog" columns={columns} />}>
        {count && <b className={css.strong}>{answer?.capped ? t.rowsOrMore(count) : t.rows(count)}</b>}
        {answer?.capped && (
          <span className={css.cap}>
            <IconAlertTriangle size={15} />
            {t.capped(formatNumber(logRowCap))}
          </span>
        )}
        {answer?.searchedTo && searchEarlier && <SearchedTo at={answer.searchedTo} onEarlier={searchEarlier} />}
      </TailBar>
      <div className={css.split}>
        <div className={css.list} ref={table}>
          <ListTable
            label={title}
            list={{ ...(list as object as Parameters<typeof ListTable<Row>>[0]['list']), rows }}
            columns={columns}
            rowId={({ id }) => String(id)}
            rowName={rowName}
            card={card}
            view={view}
            empty={<EmptyState title={t.none}>{t.noneWords}</EmptyState>}
            notFound={
              <EmptyState
                title={answer?.searchedTo ? t.noMatchSoFar : t.noMatch}
                actions={<Button onClick={search.clear}>{t.clear}</Button>}
              />
            }
          />
        </div>
        {open && (
          <LogPanel
            id={open.id}
            index={index}
            rows={rows?.length ?? 0}
            onMove={(step) => openRow(rows?.[index + step]?.id)}
            onClose={close}
          >
            {details(open)}
          </LogPanel>
        )}
      </div>
    </Page>
  )
}

/** The rows of the tail before those of the list, which may have some of them already. */
function withTail<Row extends { id: number }>(tail: readonly Row[], rows: readonly Row[] | undefined): readonly Row[] | undefined {
  if (tail.length === 0) return rows
  const known = new Set(tail.map(({ id }) => id))
  return [...tail, ...(rows ?? []).filter(({ id }) => !known.has(id))]
}
