import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { SimView } from '@simdeck/contract/sim-views.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { queryOf } from '../../session/api/query.ts'
import type { Search } from '../../session/address/list-search.ts'
import { usePersisted, useTableView } from '../../ui/table/persisted.ts'
import type { SimSearch } from '../list/sim-list-query.ts'
import { initialView, simColumnIds } from '../list/sim-columns.tsx'
import { contentOf, sameContent } from './view-content.ts'
import type { ViewContent } from './view-content.ts'

/** The open dialog of the views. */
export type ViewQuestion = { act: 'save' } | { act: 'edit' | 'remove'; view: SimView }

export interface Views {
  /** The views; undefined until they are loaded. */
  list: SimView[] | undefined
  error: Error | null
  /** The open view; null if none is open. `changed` is true if the list differs from it. */
  current: SimView | null
  changed: boolean
  /** Current filters, sort and columns of the list. */
  content: ViewContent
  /** Opens a view; null restores the default list. */
  show: (view: SimView | null) => void
}

/** Saved views. They are loaded while the menu is `open` or the address names a view. */
export function useSimViews(search: SimSearch, open: boolean): Views {
  const navigate = useNavigate()
  const { view: named }: Search = useSearch({ strict: false })
  const table = useTableView('sim', initialView)
  const { data, error } = useQuery({
    ...queryOf(endpoints.listSimViews, {}),
    enabled: open || named !== undefined,
  })
  const content = contentOf(search, table, simColumnIds)
  const current = data?.find(({ id }) => String(id) === named) ?? null
  return {
    list: data,
    error,
    current,
    changed: current !== null && !sameContent(current, content, simColumnIds),
    content,
    show: (view) => {
      usePersisted.getState().setTableView('sim', view?.table ?? initialView)
      void navigate({ to: '/', search: view ? { ...view.search, view: String(view.id) } : {} })
    },
  }
}
