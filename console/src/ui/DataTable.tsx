import { Checkbox } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { columnOrderingFeature, columnVisibilityFeature, rowSortingFeature, tableFeatures, useTable } from '@tanstack/react-table'
import type { ColumnDef, RowData } from '@tanstack/react-table'
import clsx from 'clsx'
import { useMemo, useState } from 'react'
import type { CSSProperties, ReactNode } from 'react'
import { ErrorNote, ErrorState } from './ErrorState.tsx'
import type { LiveRows } from './live-rows.ts'
import { plainView } from './persisted.ts'
import type { Sort, TableView } from './persisted.ts'
import { isSelected, selectedCount, togglePage, toggleRow } from './selection.ts'
import type { Selection } from './selection.ts'
import { Skeleton } from './Skeleton.tsx'
import { defineText, useText } from './text.ts'
import css from './table.module.css'

const text = defineText({
  selectPage: { ja: 'このページをすべて選択', en: 'Select all on this page' },
  selectRow: { ja: (name: string) => `${name}を選択`, en: (name: string) => `Select ${name}` },
  loading: { ja: '読み込み中', en: 'Loading' },
})

/** One column; the first one of a table is pinned, strong and never hidden. */
export interface Column<Row> {
  id: string
  header: string
  /** How the view menu calls it, when the head alone does not tell which it is: 「ポーラーの状態」. */
  menuName?: string
  cell: (row: Row) => ReactNode
  /** The server can sort by it (its `id` is the sort's name). */
  sortable?: boolean
  /** Numbers that are compared stand right. */
  align?: 'end'
  /** Columns of one group stand together; a hairline separates the groups. */
  group?: string
  /** A name may be clipped at this width, with the whole in a tooltip of the cell's own. */
  clipAt?: number
  /** About how wide the content is, for the skeleton. */
  skeleton?: number
}

interface ColumnMeta {
  startsGroup: boolean
  align: 'end' | undefined
  clipAt: number | undefined
  skeleton: number
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

const liveClass = (live: LiveRows | undefined, id: string): string | undefined => {
  const times = live?.get(id)
  return times === undefined ? undefined : times % 2 ? css.liveA : css.liveB
}
const unsorted: Sort | null = null
const noRows: readonly never[] = []

function Grid<Row extends RowData>(props: DataTableProps<Row>) {
  const {
    label,
    columns,
    rows,
    rowId,
    rowName,
    sort = unsorted,
    onSort,
    selection,
    onSelect,
    live,
    view = plainView,
    pageSize = 20,
    inPage,
  } = props
  const t = useText(text)
  const [scrolled, setScrolled] = useState(false)
  const first = columns[0]?.id ?? ''
  const columnOrder = useMemo(() => [first, ...view.order.filter((id) => id !== first)], [first, view.order])
  const ordered = useMemo(() => {
    const at = (id: string): number => {
      const index = columnOrder.indexOf(id)
      return index < 0 ? columnOrder.length + columns.findIndex((column) => column.id === id) : index
    }
    return columns.filter((column) => column.id === first || !view.hidden.includes(column.id)).toSorted((a, b) => at(a.id) - at(b.id))
  }, [columns, columnOrder, first, view.hidden])
  const definitions = useMemo(
    () =>
      columns.map((column): ColumnDef<typeof features, Row> => {
        const before = ordered[ordered.indexOf(column) - 1]
        return {
          id: column.id,
          header: column.header,
          accessorFn: (row) => row,
          enableSorting: column.sortable === true,
          cell: ({ row }) => column.cell(row.original),
          meta: {
            startsGroup: before !== undefined && before.id !== first && before.group !== column.group,
            align: column.align,
            clipAt: column.clipAt,
            skeleton: column.skeleton ?? 72,
          },
        }
      }),
    [columns, ordered, first],
  )
  const table = useTable<typeof features, Row>({
    features,
    columns: definitions,
    data: rows ?? noRows,
    getRowId: rowId,
    manualSorting: true,
    state: {
      sorting: sort ? [{ id: sort.column, desc: sort.direction === 'desc' }] : [],
      columnOrder: ordered.map((column) => column.id),
      columnVisibility: Object.fromEntries(columns.map((column) => [column.id, ordered.includes(column)])),
    },
  })
  const nextSort = (id: string): Sort | null => {
    if (sort?.column !== id) return { column: id, direction: 'asc' }
    return sort.direction === 'asc' ? { column: id, direction: 'desc' } : null
  }
  const pageIds = (rows ?? []).map(rowId)
  const ticking = selection !== undefined && onSelect !== undefined
  const ticked = ticking ? pageIds.filter((id) => isSelected(selection, id)).length : 0
  const cellClass = (meta: ColumnMeta | undefined, index: number): string =>
    clsx(index === 0 && css.pinned, meta?.startsGroup && css.group, meta?.align && css.end, meta?.clipAt && css.clip)
  const cellStyle = (meta: ColumnMeta | undefined): CSSProperties | undefined =>
    meta?.clipAt ? ({ '--clip': `${meta.clipAt}px` } as CSSProperties) : undefined

  return (
    <div
      className={clsx(css.wrap, inPage && css.inPage, scrolled && css.scrolled)}
      role="region"
      aria-label={label}
      tabIndex={0}
      onScroll={(event) => setScrolled(event.currentTarget.scrollLeft > 0)}
    >
      <table className={clsx(css.table, view.density !== 'default' && css[view.density])} aria-busy={rows === undefined || undefined}>
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
              {group.headers.map((header, index) => {
                const sorted = header.column.getIsSorted()
                const id = header.column.id
                return (
                  <th
                    key={header.id}
                    scope="col"
                    className={cellClass(header.column.columnDef.meta, index)}
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
          {rows === undefined
            ? Array.from({ length: pageSize }, (_, line) => (
                <tr key={`skeleton-${line}`}>
                  {ticking && (
                    <td className={css.tick}>
                      <Checkbox checked={false} readOnly disabled aria-label={t.loading} />
                    </td>
                  )}
                  {ordered.map((column, index) => (
                    <td key={column.id} className={cellClass(table.getColumn(column.id)?.columnDef.meta, index)}>
                      <Skeleton width={(column.skeleton ?? (index === 0 ? 128 : 72)) - ((line * 7 + index) % 4) * (index === 0 ? 12 : 4)} />
                    </td>
                  ))}
                </tr>
              ))
            : table.getRowModel().rows.map((row) => (
                <tr
                  key={row.id}
                  className={clsx(css.row, ticking && isSelected(selection, row.id) && css.selected, liveClass(live, row.id))}
                >
                  {ticking && (
                    <td className={css.tick}>
                      <Checkbox
                        aria-label={t.selectRow(rowName(row.original))}
                        checked={isSelected(selection, row.id)}
                        onChange={() => onSelect(toggleRow(selection, row.id, pageIds))}
                      />
                    </td>
                  )}
                  {row.getVisibleCells().map((cell, index) => (
                    <td
                      key={cell.id}
                      className={cellClass(cell.column.columnDef.meta, index)}
                      style={cellStyle(cell.column.columnDef.meta)}
                    >
                      <table.FlexRender cell={cell} />
                    </td>
                  ))}
                </tr>
              ))}
        </tbody>
      </table>
    </div>
  )
}

function Cards<Row extends RowData>({ label, rows, rowId, card, live, pageSize = 20 }: DataTableProps<Row>) {
  return (
    <ul className={css.cards} aria-label={label} aria-busy={rows === undefined || undefined}>
      {rows === undefined
        ? Array.from({ length: Math.min(pageSize, 8) }, (_, line) => (
            <li key={line} className={clsx(css.card, css.cardSkeleton)}>
              <Skeleton width={150} />
              <Skeleton width={230} />
              <Skeleton width={280} />
            </li>
          ))
        : rows.map((row) => (
            <li key={rowId(row)} className={clsx(css.card, liveClass(live, rowId(row)))}>
              {card(row)}
            </li>
          ))}
    </ul>
  )
}
