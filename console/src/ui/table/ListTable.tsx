import type { ReactNode } from 'react'
import type { Counted } from '../words/counted.ts'
import { DataTable } from './DataTable.tsx'
import type { DataTableProps } from './DataTable.tsx'
import type { ListState } from './list-state.ts'
import { Pager } from './Pager.tsx'

export interface ListTableProps<Row> extends Pick<
  DataTableProps<Row>,
  'label' | 'columns' | 'rowId' | 'rowName' | 'card' | 'empty' | 'foot' | 'inPage' | 'selection' | 'onSelect' | 'view'
> {
  list: ListState<Row>
  /** Unit in which the rows are counted. */
  counts?: Counted
  /** Placeholder that replaces `empty` if filters are set and no row matches. */
  notFound?: ReactNode
  /** Number of skeleton rows during the first load. By default it is the page size. */
  skeletonRows?: number
}

/** Table of a list with its placeholders and its pager. */
export function ListTable<Row>({ list, counts, empty, notFound = empty, skeletonRows = list.pageSize, ...table }: ListTableProps<Row>) {
  return (
    <>
      <DataTable
        {...table}
        rows={list.rows}
        error={list.failure}
        onRetry={list.retry}
        stale={list.stale}
        sort={list.sort}
        onSort={list.setSort}
        live={list.live}
        pageSize={skeletonRows}
        empty={list.filtered ? notFound : empty}
      />
      {list.pager && <Pager counts={counts} {...list.pager} />}
    </>
  )
}
