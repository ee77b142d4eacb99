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

/** The filters, and of the selection what they leave; null for a selection of rows that is too large to be asked for. */
export function within(selection: Selection, filters: Filters): (Filters & { selection?: number }) | null {
  if (selection.kind === 'frozen') return { ...filters, selection: selection.id }
  const asked = filters.id?.split(',')
  const ids = [...selection.ids].filter((id) => !asked || asked.includes(id))
  // No SIM has this id: nothing of the selection is left.
  return ids.length > mostNumbers ? null : { ...filters, id: ids.join(',') || '999999999999999' }
}

interface Among {
  /** How many of the selected do not match, as far as it is known; null when there are too many to be counted. */
  outside: number | null
  /** The rows of the page that are selected. */
  rows: ReadonlySet<string>
}

/** What of a selection that was made under other filters is still shown; null where nothing has to be asked, or is not known yet. */
export function useSelectedAmong(selection: Selection, shown: { filters: Filters; pageIds: readonly string[] } | null): Among | null {
  const query = shown && within(selection, shown.filters)
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
  // The key without a query is that of the whole list.
  const counted = query === null ? undefined : data
  return {
    outside: !counted ? 0 : counted.totalIsEstimate ? null : selectedCount(selection) - counted.totalItems,
    rows: rows ? new Set(rows.data.map(({ id }) => String(id))) : noRows,
  }
}
