import { endpoints } from '@simdeck/contract/endpoints.ts'
import { mostNumbers } from '@simdeck/contract/sim-search.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../session/api/query.ts'
import { selectedCount } from '../../ui/table/selection.ts'
import type { Selection } from '../../ui/table/selection.ts'
import type { SimSearch } from '../list/sim-list-query.ts'

type Filters = SimSearch['filters']

const mostRows = 100
const noRows: ReadonlySet<string> = new Set()

/** Query for the selected SIMs that match the filters; null if the selection has too many rows for a query. */
export function selectionQuery(selection: Selection, filters: Filters): (Filters & { selection?: number }) | null {
  if (selection.kind === 'frozen') return { ...filters, selection: selection.id }
  const asked = filters.id?.split(',')
  const ids = [...selection.ids].filter((id) => !asked || asked.includes(id))
  // No SIM has this id, so the query finds nothing.
  return ids.length > mostNumbers ? null : { ...filters, id: ids.join(',') || '999999999999999' }
}

interface SelectionMatch {
  /** Number of selected SIMs that do not match: 0 until it is known, null if there are too many to count. */
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
    ...queryOf(endpoints.listSims, { query: { selection: frozen!, id: ids, take: mostRows } }),
    enabled: frozen !== null && ids !== '',
  })
  if (!shown) return null
  // Without a query the key is that of the whole list, whose data does not apply.
  const counted = query === null ? undefined : data
  return {
    outside: !counted ? 0 : counted.totalIsEstimate ? null : selectedCount(selection) - counted.totalItems,
    rows: rows ? new Set(rows.data.map(({ id }) => String(id))) : noRows,
  }
}
