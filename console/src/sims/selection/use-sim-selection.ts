import { endpoints } from '@simdeck/contract/endpoints.ts'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../session/api/api.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { inTime } from '../../session/address/load-screen.ts'
import { noSelection, selectedCount } from '../../ui/table/selection.ts'
import type { Selection } from '../../ui/table/selection.ts'
import { useText } from '../../ui/words/text.ts'
import { text } from '../list/sim-list-text.ts'
import type { SimSearch } from '../list/sim-list-query.ts'
import { useSelectionMatch } from './selection-match.ts'

type Filters = SimSearch['filters']

/** Selection of the SIM list. It stays when the page or the filters change. Selected SIMs that no longer match are counted. */
export function useSimSelection(filters: Filters, pageIds: readonly string[]) {
  const t = useText(text)
  const [chosen, setChosen] = useState<Selection>(noSelection)
  /** Filters under which the whole selection was made; null if it was made under several. */
  const [madeUnder, setMadeUnder] = useState<Filters | null>(filters)
  const [selecting, setSelecting] = useState(false)
  const isEmpty = selectedCount(chosen) === 0
  if (isEmpty && madeUnder !== filters) setMadeUnder(filters)
  const match = useSelectionMatch(chosen, isEmpty || madeUnder === filters ? null : { filters, pageIds })
  const selection: Selection = chosen.kind === 'frozen' && match ? { ...chosen, rows: match.rows } : chosen
  const latest = useRef(filters)
  useEffect(() => {
    latest.current = filters
  })
  const setSelection = (next: Selection): void => {
    if (madeUnder !== filters) setMadeUnder(null)
    setChosen(next)
  }
  const select = async (choose: () => Promise<Selection>, newFilters: Filters | null): Promise<void> => {
    setSelecting(true)
    try {
      const next = await choose()
      if (latest.current !== filters) return
      setChosen(next)
      setMadeUnder(newFilters)
    } catch (error) {
      if (latest.current === filters) toastFailure(t.notSelected, error)
    } finally {
      setSelecting(false)
    }
  }
  return {
    selection,
    setSelection,
    selecting,
    /** Number of selected SIMs that do not match; null if no query can count them. */
    outside: match?.outside ?? 0,
    /** Freezes the matching SIMs on the server with their exact number. */
    selectMatching: (): void =>
      void select(async () => {
        const { id, total } = await call(endpoints.createSimSelection, { body: { filter: filters } })
        return { kind: 'frozen', id, total }
      }, filters),
    /** Deselects the SIMs that do not match. */
    dropOutside: (): void =>
      void select(
        async () => (await inTime(import('./matching-of.ts'))).matchingOf(chosen, filters),
        chosen.kind === 'frozen' ? null : filters,
      ),
  }
}
