import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { Page } from '@simdeck/contract/list.ts'
import type { Sim } from '@simdeck/contract/sims.ts'
import { useQueries } from '@tanstack/react-query'
import { queryClient } from '../../session/api/query-client.ts'
import { keyOf, queryOf } from '../../session/api/query.ts'
import type { Selection } from '../../ui/table/selection.ts'

const shown = 3

/**
 * Some of the selected SIMs, in the order of their numbers in the alias. `first` is true if they are the first SIMs of the whole
 * selection.
 */
export function usePreviewSims(selection: Selection): { sims: readonly Sim[]; first: boolean } {
  const ids = selection.kind === 'rows' ? [...selection.ids].map(Number).toSorted((a, b) => a - b) : []
  const read = useQueries({
    queries: ids.slice(0, shown).map((id) => ({
      ...queryOf(endpoints.getSim, { params: { id } }),
    })),
  })
  if (selection.kind === 'rows') return { sims: read.flatMap(({ data }) => data ?? []), first: true }
  const pages = queryClient.getQueriesData<Page<Sim>>({ queryKey: keyOf(endpoints.listSims), type: 'active' })
  const [rows] = pages.flatMap(([, page]) => (page ? [page.data] : [])).toSorted((a, b) => b.length - a.length)
  return { sims: (rows ?? []).toSorted((a, b) => a.id - b.id).slice(0, shown), first: (rows?.length ?? 0) >= selection.total }
}
