import { endpoints } from '@simdeck/contract/endpoints.ts'
import { call } from '../../session/api/api.ts'
import type { Selection } from '../../ui/table/selection.ts'
import { selectionQuery } from './selection-match.ts'
import type { SimSearch } from '../list/sim-list-query.ts'

const pageSize = 100

/** The part of the selection that matches the filters. */
export async function matchingOf(selection: Selection, filters: SimSearch['filters']): Promise<Selection> {
  const filter = selectionQuery(selection, filters)
  if (filter === null) return selection
  if (selection.kind === 'frozen') {
    const { id, total } = await call(endpoints.createSimSelection, { body: { filter } })
    return { kind: 'frozen', id, total }
  }
  const pages = Math.ceil(selection.ids.size / pageSize)
  const found = await Promise.all(
    Array.from({ length: pages }, async (_, pageIndex) => call(endpoints.listSims, { query: { ...filter, take: pageSize, pageIndex } })),
  )
  return { kind: 'rows', ids: new Set(found.flatMap(({ data }) => data.map(({ id }) => String(id)))) }
}
