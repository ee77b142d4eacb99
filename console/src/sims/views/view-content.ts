import type { SimView } from '@simdeck/contract/sim-views.ts'
import { noSort, sortText } from '../../session/address/list-search.ts'
import type { TableView } from '../../ui/table/persisted.ts'
import { shownColumns } from '../../ui/table/table-view.ts'
import type { SimSearch } from '../list/sim-list-query.ts'

export type ViewContent = Pick<SimView, 'search' | 'table'>

/** Current filters, sort and columns of the list, in the form of a view. */
export function contentOf({ filters, sort }: Pick<SimSearch, 'filters' | 'sort'>, table: TableView, ids: readonly string[]): ViewContent {
  const order = shownColumns(
    ids.map((id) => ({ id })),
    { ...table, hidden: [] },
  ).map(({ id }) => id)
  return {
    search: { ...filters, sort: sort ? sortText(sort) : noSort },
    table: { order, hidden: table.hidden.filter((id) => ids.includes(id)), density: table.density },
  }
}

/** True if both contents show the same list. The order of filters and of hidden columns does not matter. */
export function sameContent(a: ViewContent, b: ViewContent, ids: readonly string[]): boolean {
  const columns = ids.map((id) => ({ id }))
  const comparable = ({ search, table }: ViewContent): string =>
    JSON.stringify([Object.entries(search).toSorted(([x], [y]) => (x < y ? -1 : 1)), shownColumns(columns, table), table.density])
  return comparable(a) === comparable(b)
}
