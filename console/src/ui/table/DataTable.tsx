import { Checkbox } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { columnOrderingFeature, columnVisibilityFeature, rowSortingFeature, tableFeatures, useTable } from '@tanstack/react-table'
import type { ColumnDef, RowData } from '@tanstack/react-table'
import clsx from 'clsx'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { ErrorNote, ErrorState } from '../feedback/ErrorState.tsx'
import type { LiveRows } from './live-rows.ts'
import { plainView } from './persisted.ts'
import type { Sort, TableView } from './persisted.ts'
import { isSelected, selectedCount, togglePage, toggleRange, toggleRow } from './selection.ts'
import type { Selection } from './selection.ts'
import { shownColumns } from './table-view.ts'
import { CardRow, GridRow, SkeletonCards, SkeletonRows } from './TableRows.tsx'
import type { Cell } from './TableRows.tsx'
import { defineText, useText } from '../words/text.ts'
import css from './table.module.css'

const text = defineText({
  selectPage: { ja: 'このページをすべて選択', en: 'Select all on this page' },
})

/** One column; the first one of a table is pinned, strong and never hidden. */
export interface Column<Row> {
  id: string
  header: string
  /** How the view menu calls it, when the head alone does not tell which it is: 「ポーラーの状態」. */
  menuName?: string
  /** Always the same function for the same content: a row is drawn again only when it changed. */
  cell: (row: Row) => ReactNode
  /** The server can sort by it (its `id` is the sort's name). */
  sortable?: boolean
  /** Numbers that are compared stand right. */
  align?: 'end'
  /** Columns of one group stand together; a hairline separates the groups. */
  group?: string
  /** Under which heading the view menu names it. */
  section?: string
  /** A name may be clipped at this width, with the whole in a tooltip of the cell's own. */
  clipAt?: number
  /** About how wide the content is, for the skeleton. */
  skeleton?: number
}

interface ColumnMeta {
  className: string
}
const features = tableFeatures({ rowSortingFeature, columnVisibilityFeature, columnOrderingFeature, columnMeta: {} as ColumnMeta })

export interface DataTableProps<Row extends RowData> {
  /** What the table lists, for assistive technology. */
  label: string
  columns: readonly Column<Row>[]
  /** The present page; undefined until the first answer. Keep the old rows during a refresh (`placeholderData: keepPreviousData`). */
  rows: readonly Row[] | undefined
  rowId: (row: Row) => string
  /** What a row is called, for the name of its box. */
  rowName: (row: Row) => string
  /** A row on a phone; make it with `CardLines`, its link stretched over the card. */
  card: (row: Row) => ReactNode
  /** Stands where the rows would, when there are none. */
  empty: ReactNode
  /** What went wrong in words; with rows it stands above them, without it takes their place. */
  error?: string | null
  onRetry?: () => void
  /** The rows are those of before, while others are on their way: they grow pale when that takes long. */
  stale?: boolean
  sort?: Sort | null
  onSort?: (sort: Sort | null) => void
  selection?: Selection
  onSelect?: (selection: Selection) => void
  live?: LiveRows
  /** Order, hidden columns and density, as remembered. */
  view?: TableView
  /** How many skeleton rows the first load shows. */
  pageSize?: number
  /** The table is as high as its rows and the page scrolls (detail pages); otherwise it fills the page and scrolls in itself. */
  inPage?: boolean
}

/** A list with server-side sorting and paging: sticky head and first column, rows of one height in every state, cards on phones. */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { rows, error, onRetry, empty, inPage } = props
  const phone = useMediaQuery('(max-width: 640px)', false, { getInitialValueInEffect: false })
  if (error && !rows?.length) {
    return (
      <div className={css.fill}>
        <ErrorState message={error} onRetry={onRetry} />
      </div>
    )
  }
  if (rows?.length === 0) return <div className={clsx(!inPage && css.fill)}>{empty}</div>
  return (
    <>
      {error && (
        <div className={css.failure}>
          <ErrorNote message={error} onRetry={onRetry} />
        </div>
      )}
      {phone ? <Cards {...props} /> : <Grid {...props} />}
    </>
  )
}

const unsorted: Sort | null = null
const noRows: readonly never[] = []

/** Ticks a row, or with Shift all from the last one; the function stays the same, so that the rows do. */
function useTick({
  selection,
  onSelect,
  pageIds,
}: {
  selection: Selection | undefined
  onSelect: DataTableProps<never>['onSelect']
  pageIds: string[]
}) {
  const last = useRef<string | null>(null)
  const act = useRef((_id: string, _range: boolean): void => undefined)
  useEffect(() => {
    act.current = (id, range) => {
      if (!selection || !onSelect) return
      const from = range ? last.current : null
      last.current = id
      onSelect(from === null ? toggleRow(selection, id, pageIds) : toggleRange(selection, { from, to: id }, pageIds))
    }
  })
  return useCallback((id: string, range: boolean) => act.current(id, range), [])
}

function Grid<Row extends RowData>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowId, rowName, sort = unsorted, onSort, selection, onSelect, live } = props
  const { view = plainView, pageSize = 20, inPage, stale = false } = props
  const t = useText(text)
  const [scrolled, setScrolled] = useState(false)
  const cells = useMemo(() => cellsOf(columns, view), [columns, view])
  const definitions = useMemo(
    () =>
      columns.map((column): ColumnDef<typeof features, Row> => ({
        id: column.id,
        header: column.header,
        accessorFn: (row) => row,
        enableSorting: column.sortable === true,
        meta: { className: cells.find(({ id }) => id === column.id)?.className ?? '' },
      })),
    [columns, cells],
  )
  const table = useTable<typeof features, Row>({
    features,
    columns: definitions,
    data: rows ?? noRows,
    getRowId: rowId,
    manualSorting: true,
    state: {
      sorting: sort ? [{ id: sort.column, desc: sort.direction === 'desc' }] : [],
      columnOrder: cells.map(({ id }) => id),
      columnVisibility: Object.fromEntries(columns.map((column) => [column.id, cells.some(({ id }) => id === column.id)])),
    },
  })
  const nextSort = (id: string): Sort | null => {
    if (sort?.column !== id) return { column: id, direction: 'asc' }
    return sort.direction === 'asc' ? { column: id, direction: 'desc' } : null
  }
  const pageIds = (rows ?? []).map(rowId)
  const ticking = selection !== undefined && onSelect !== undefined
  const ticked = ticking ? pageIds.filter((id) => isSelected(selection, id)).length : 0
  const tick = useTick({ selection, onSelect, pageIds })

  return (
    <div
      className={clsx(css.wrap, inPage && css.inPage, scrolled && css.scrolled)}
      role="region"
      aria-label={label}
      tabIndex={0}
      onScroll={(event) => setScrolled(event.currentTarget.scrollLeft > 0)}
    >
      <table
        className={clsx(css.table, view.density !== 'default' && css[view.density], stale && css.stale)}
        aria-busy={rows === undefined || stale || undefined}
      >
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {ticking && (
                <th className={css.tick} scope="col">
                  <Checkbox
                    aria-label={t.selectPage}
                    checked={ticked > 0 && ticked === pageIds.length}
                    indeterminate={ticked === 0 ? selectedCount(selection) > 0 : ticked < pageIds.length}
                    disabled={!rows}
                    onChange={() => onSelect(togglePage(selection, pageIds))}
                  />
                </th>
              )}
              {group.headers.map((header) => {
                const sorted = header.column.getIsSorted()
                const id = header.column.id
                return (
                  <th
                    key={header.id}
                    scope="col"
                    className={header.column.columnDef.meta?.className}
                    aria-sort={sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : undefined}
                  >
                    {header.column.getCanSort() && onSort ? (
                      <button type="button" className={css.sort} onClick={() => onSort(nextSort(id))}>
                        <table.FlexRender header={header} />
                        {sorted === 'asc' && <IconArrowUp size={13} stroke={2.1} />}
                        {sorted === 'desc' && <IconArrowDown size={13} stroke={2.1} />}
                      </button>
                    ) : (
                      <table.FlexRender header={header} />
                    )}
                  </th>
                )
              })}
            </tr>
          ))}
        </thead>
        <tbody>
          {rows === undefined ? (
            <SkeletonRows count={pageSize} ticking={ticking} cells={cells} />
          ) : (
            table
              .getRowModel()
              .rows.map(({ id, original }) => (
                <GridRow
                  key={id}
                  id={id}
                  row={original}
                  name={rowName(original)}
                  ticked={ticking ? isSelected(selection, id) : undefined}
                  onTick={tick}
                  live={live?.get(id)}
                  cells={cells}
                />
              ))
          )}
        </tbody>
      </table>
    </div>
  )
}

/** The columns that a view shows, in its order; a hairline stands where another group begins. */
function cellsOf<Row>(columns: readonly Column<Row>[], view: TableView): Cell<Row>[] {
  const shown = shownColumns(columns, view)
  return shown.map((column, index) => {
    const { id, cell, align, clipAt, group, skeleton = index === 0 ? 128 : 72 } = column
    const startsGroup = index > 1 && shown[index - 1]?.group !== group
    const className = clsx(index === 0 && css.pinned, startsGroup && css.group, align && css.end, clipAt && css.clip)
    return { id, cell, className, clipAt, skeleton }
  })
}

function Cards<Row extends RowData>(props: DataTableProps<Row>) {
  const { label, rows, rowId, rowName, card, live, selection, onSelect, pageSize = 20, stale = false } = props
  const tick = useTick({ selection, onSelect, pageIds: (rows ?? []).map(rowId) })
  return (
    <ul className={clsx(css.cards, stale && css.stale)} aria-label={label} aria-busy={rows === undefined || stale || undefined}>
      {rows === undefined ? (
        <SkeletonCards count={Math.min(pageSize, 8)} />
      ) : (
        rows.map((row) => {
          const id = rowId(row)
          return (
            <CardRow
              key={id}
              id={id}
              row={row}
              name={rowName(row)}
              ticked={selection && onSelect ? isSelected(selection, id) : undefined}
              onTick={tick}
              live={live?.get(id)}
              card={card}
            />
          )
        })
      )}
    </ul>
  )
}
