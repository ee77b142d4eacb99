import { endpoints } from '@simdeck/contract/endpoints.ts'
import { maxInAddress } from '@simdeck/contract/sim-search.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../session/api/query.ts'
import { selectedCount } from '../../ui/table/selection.ts'
import type { Selection } from '../../ui/table/selection.ts'
import { negatedIn } from '../filters/not.ts'
import type { SimSearch } from '../list/sim-list-query.ts'

type Filters = SimSearch['filters']

const maxRows = 100
const noRows: ReadonlySet<string> = new Set()

/**
 * Query for the selected SIMs that match the filters; null if there is none, because the selection has too many rows, or because the list
 * shows another selection.
 */
export function selectionQuery(selection: Selection, filters: Filters): Filters | null {
  if (selection.kind === 'frozen') return filters.selection === undefined ? { ...filters, selection: String(selection.id) } : null
  const asked = filters.id?.split(',')
  const negated = negatedIn(filters)
  const ids = [...selection.ids].filter((id) => !asked || asked.includes(id) !== negated.includes('id'))
  if (ids.length > maxInAddress) return null
  // No SIM has this id, so the query finds nothing.
  return { ...filters, id: ids.join(',') || '999999999999999', not: negated.filter((name) => name !== 'id').join(',') }
}

interface SelectionMatch {
  /** Number of selected SIMs that do not match, 0 while unknown; null if no query can count them. */
  outside: number | null
  /** Selected rows of the shown page. */
  rows: ReadonlySet<string>
}

/**
 * Compares a selection with the current filters, if it was made under other ones. `shown` is null if there is nothing to compare:
 * no selection, or one made under the current filters. The result is null then.
 */
export function useSelectionMatch(
  selection: Selection,
  shown: { filters: Filters; pageIds: readonly string[] } | null,
): SelectionMatch | null {
  const query = shown && selectionQuery(selection, shown.filters)
  const { data } = useQuery({
    ...queryOf(endpoints.listSims, { query: { ...query, take: 1 } }),
    enabled: query !== null,
  })
  const ids = shown?.pageIds.join(',') ?? ''
  const frozen = selection.kind === 'frozen' ? selection.id : null
  const { data: rows } = useQuery({
    ...queryOf(endpoints.listSims, { query: { selection: frozen!, id: ids, take: maxRows } }),
    enabled: frozen !== null && ids !== '',
  })
  if (!shown) return null
  const outside = data ? selectedCount(selection) - data.totalItems : 0
  return {
    // Without a query, the key is that of the whole list, so its data does not apply.
    outside: query === null ? null : outside,
    rows: rows ? new Set(rows.data.map(({ id }) => String(id))) : noRows,
  }
}
