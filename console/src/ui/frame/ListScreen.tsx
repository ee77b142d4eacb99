import type { ComponentProps, ReactNode } from 'react'
import { FilterBar } from '../filter/FilterBar.tsx'
import { ListBar } from '../filter/ListBar.tsx'
import { Page } from './Page.tsx'
import { ListTable } from '../table/ListTable.tsx'
import type { ListTableProps } from '../table/ListTable.tsx'

interface ListScreenProps<Row>
  extends Omit<ListTableProps<Row>, 'label' | 'inPage'>, Pick<ComponentProps<typeof Page>, 'title' | 'crumbs' | 'beside' | 'actions'> {
  /** Shows the number of rows beside the title. */
  counted?: boolean
  /** Search field and filters; null for none. */
  filter?: ComponentProps<typeof FilterBar> | null
  /** Notes between the filters and the rows. */
  notes?: ReactNode
  /** Bar with the number of rows and the actions on selected rows; left out for lists without selection. */
  bar?: Omit<ComponentProps<typeof ListBar>, 'matching' | 'selection' | 'onSelect' | 'pageIds' | 'counts'> | null
  /** Removes the boxes of the rows. */
  withoutBoxes?: boolean
  /** Dialogs of the screen. */
  children?: ReactNode
}

/** Screen with one list: title row, filters, rows in every state, pager. Only the table scrolls. */
export function ListScreen<Row>(props: ListScreenProps<Row>) {
  const { title, crumbs, beside, actions, counted = false, filter, notes, bar, withoutBoxes = false, children, ...table } = props
  const { list, rowId, selection, onSelect, counts } = table
  return (
    <Page title={title} crumbs={crumbs} count={counted ? list.total || undefined : undefined} beside={beside} actions={actions} fit>
      {filter && <FilterBar {...filter} />}
      {notes}
      {bar && (
        <ListBar
          {...bar}
          counts={counts}
          matching={list.total}
          selection={selection}
          pageIds={list.rows?.map(rowId) ?? []}
          onSelect={onSelect}
        />
      )}
      <ListTable {...table} label={title} {...(withoutBoxes && { selection: undefined, onSelect: undefined })} />
      {children}
    </Page>
  )
}
