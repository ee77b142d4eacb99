import type { ComponentProps, ReactNode } from 'react'
import { FilterBar } from '../filter/FilterBar.tsx'
import { ListBar } from '../filter/ListBar.tsx'
import { Page } from './Page.tsx'
import { ListTable } from '../table/ListTable.tsx'
import type { ListTableProps } from '../table/ListTable.tsx'

interface ListScreenProps<Row>
  extends Omit<ListTableProps<Row>, 'label' | 'inPage'>, Pick<ComponentProps<typeof Page>, 'title' | 'crumbs' | 'beside' | 'actions'> {
  /** True to show the number of rows beside the title. */
  counted?: boolean
  /** Search field and filters; null for none. */
  filter?: ComponentProps<typeof FilterBar> | null
  /** Notes between the filters and the rows. */
  notes?: ReactNode
  /** Bar with the number of rows and the actions on selected rows. Lists without selection have none. */
  bar?: Omit<ComponentProps<typeof ListBar>, 'matching' | 'selection' | 'onSelect' | 'pageIds' | 'counts'> | null
  /** True to leave out the checkboxes of the rows. */
  withoutBoxes?: boolean
  /** Dialogs of the screen. */
  children?: ReactNode
}

/** Screen with one list: title row, filters, rows or their placeholder, pager. Only the table scrolls. */
export function ListScreen<Row>(props: ListScreenProps<Row>) {
  const { title, crumbs, beside, actions, counted = false, filter, notes, bar, withoutBoxes = false, children, ...table } = props
  const { list, rowId, selection, onSelect, counts } = table
  return (
    <Page
      title={title}
      crumbs={crumbs}
      count={counted ? list.total || undefined : undefined}
      counts={counts}
      beside={beside}
      actions={actions}
      fit
    >
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
