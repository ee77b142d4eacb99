import { useMediaQuery } from '@mantine/hooks'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import clsx from 'clsx'
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
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
import { TickBox } from './TickBox.tsx'
import css from './table.module.css'

const text = defineText({
  selectPage: { ja: 'このページをすべて選択', en: 'Select all on this page' },
})

/** A column. The first column of a table is pinned, bold and always visible. */
export interface Column<Row> {
  id: string
  header: string
  /** Name in the view menu, if the header alone is ambiguous: 「ポーラーの状態」. */
  menuName?: string
  /**
   * Content of a cell. Keep the function the same while the content is the same: a row renders again only if one of its properties
   * changed.
   */
  cell: (row: Row) => ReactNode
  /** True if the server can sort by this column. The sort has the `id` of the column. */
  sortable?: boolean
  /** Right alignment, for numbers that users compare. */
  align?: 'end'
  /** Group of the column. A thin line separates adjacent columns of different groups. */
  group?: string
  /** Heading above the column in the view menu. */
  section?: string
  /** Maximum width of the text in pixels. The cell itself provides the tooltip with the full text. */
  clipAt?: number
  /** Approximate width of the content in pixels, for the skeleton. */
  skeleton?: number
}

export interface DataTableProps<Row> {
  /** Accessible name of the table. */
  label: string
  columns: readonly Column<Row>[]
  /** Rows of the page; undefined until the first answer. Keep the old rows during a refresh (`placeholderData: keepPreviousData`). */
  rows: readonly Row[] | undefined
  rowId: (row: Row) => string
  /** Name of a row, for the label of its checkbox. */
  rowName: (row: Row) => string
  /** Card of a row on a phone. Use `CardLines`, whose link covers the card. */
  card: (row: Row) => ReactNode
  /** Placeholder for an empty list. */
  empty: ReactNode
  /** Error message. It is shown above the rows, or in their place if there are none. */
  error?: string | null
  onRetry?: () => void
  /** True while the rows belong to the previous query. They fade if the new ones take long. */
  stale?: boolean
  sort?: Sort | null
  onSort?: (sort: Sort | null) => void
  selection?: Selection
  onSelect?: (selection: Selection) => void
  /** Rows below those of the page, for a table with sums. It gets the cells of the columns that are shown. Cards have none. */
  foot?: (cells: readonly Cell<Row>[], ticking: boolean) => ReactNode
  live?: LiveRows
  /** Order of the columns, hidden columns and row height of the user. */
  view?: TableView
  /** Number of skeleton rows during the first load. */
  pageSize?: number
  /**
   * True for detail pages: the table has the height of its rows, and the page scrolls. Otherwise the table fills the page and
   * scrolls inside.
   */
  inPage?: boolean
}

/**
 * A list that the server sorts and divides into pages. It has a sticky header, a sticky first column and rows of the same height.
 * On phones its rows are cards.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
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

/**
 * Returns a function that toggles a row or, with Shift, all rows from the last toggled one to this one. It is always the same
 * function, so that unchanged rows do not render again.
 */
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
  // A row is ticked as soon as it is drawn.
  useLayoutEffect(() => {
    act.current = (id, range) => {
      if (!selection || !onSelect) return
      const from = range ? last.current : null
      last.current = id
      onSelect(from === null ? toggleRow(selection, id, pageIds) : toggleRange(selection, { from, to: id }, pageIds))
    }
  })
  return useCallback((id: string, range: boolean) => act.current(id, range), [])
}

function Grid<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowId, rowName, sort = unsorted, onSort, selection, onSelect, live } = props
  const { foot, view = plainView, pageSize = 20, inPage, stale = false } = props
  const t = useText(text)
  const [scrolled, setScrolled] = useState(false)
  const cells = useMemo(() => cellsOf(columns, view), [columns, view])
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
        aria-busy={rows === undefined || (stale && !props.error) || undefined}
      >
        <thead>
          <tr>
            {ticking && (
              <th className={css.tick} scope="col">
                <TickBox
                  label={t.selectPage}
                  checked={ticked > 0 && ticked === pageIds.length}
                  indeterminate={ticked === 0 ? selectedCount(selection) > 0 : ticked < pageIds.length}
                  disabled={!rows}
                  onChange={() => onSelect(togglePage(selection, pageIds))}
                />
              </th>
            )}
            {cells.map(({ id, header, sortable, className }) => {
              const sorted = sortable && sort?.column === id ? sort.direction : null
              return (
                <th
                  key={id}
                  scope="col"
                  className={className}
                  aria-sort={sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : undefined}
                >
                  {sortable && onSort ? (
                    <button type="button" className={css.sort} onClick={() => onSort(nextSort(id))}>
                      {header}
                      {sorted === 'asc' && <IconArrowUp size={13} stroke={2.1} />}
                      {sorted === 'desc' && <IconArrowDown size={13} stroke={2.1} />}
                    </button>
                  ) : (
                    header
                  )}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {rows === undefined ? (
            <SkeletonRows count={pageSize} ticking={ticking} cells={cells} />
          ) : (
            rows.map((row) => {
              const id = rowId(row)
              return (
                <GridRow
                  key={id}
                  id={id}
                  row={row}
                  name={rowName(row)}
                  ticked={ticking ? isSelected(selection, id) : undefined}
                  onTick={tick}
                  live={live?.get(id)}
                  cells={cells}
                />
              )
            })
          )}
        </tbody>
        {foot?.(cells, ticking)}
      </table>
    </div>
  )
}

/** Visible columns of a view, in its order. The first column of each group except the first has the class with the thin line. */
function cellsOf<Row>(columns: readonly Column<Row>[], view: TableView): Cell<Row>[] {
  const shown = shownColumns(columns, view)
  return shown.map((column, index) => {
    const { id, header, cell, sortable = false, align, clipAt, group, skeleton = index === 0 ? 128 : 72 } = column
    const startsGroup = index > 1 && shown[index - 1]?.group !== group
    const className = clsx(index === 0 && css.pinned, startsGroup && css.group, align && css.end, clipAt && css.clip)
    return { id, header, sortable, cell, className, clipAt, skeleton }
  })
}

function Cards<Row>(props: DataTableProps<Row>) {
  const { label, rows, rowId, rowName, card, live, selection, onSelect, pageSize = 20, stale = false } = props
  const tick = useTick({ selection, onSelect, pageIds: (rows ?? []).map(rowId) })
  return (
    <ul
      className={clsx(css.cards, stale && css.stale)}
      aria-label={label}
      aria-busy={rows === undefined || (stale && !props.error) || undefined}
    >
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
