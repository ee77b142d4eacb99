import { endpoints } from '@simdeck/contract/endpoints.ts'
import { useEffect, useRef, useState } from 'react'
import { call } from '../session/api.ts'
import { toastFailure } from '../session/failure.ts'
import { noSelection } from '../ui/selection.ts'
import type { Selection } from '../ui/selection.ts'
import { useText } from '../ui/text.ts'
import { text } from './sim-list-text.ts'
import type { SimSearch } from './sim-list-query.ts'

type Filters = SimSearch['filters']

/** What is selected of the SIM list. It lasts while pages are turned, and ends with the filters under which it was made. */
export function useSimSelection(filters: Filters) {
  const t = useText(text)
  const [selection, setSelection] = useState<Selection>(noSelection)
  const [selecting, setSelecting] = useState(false)
  const [selectedOf, setSelectedOf] = useState(filters)
  if (selectedOf !== filters) {
    setSelectedOf(filters)
    setSelection(noSelection)
    setSelecting(false)
  }
  const latest = useRef(filters)
  useEffect(() => {
    latest.current = filters
  })
  /** Has the server keep what matches now, and count it exactly. */
  const selectMatching = async (): Promise<void> => {
    setSelecting(true)
    try {
      const { id, total } = await call(endpoints.createSimSelection, { body: { filter: filters } })
      if (latest.current === filters) setSelection({ kind: 'frozen', id, total })
    } catch (error) {
      if (latest.current === filters) toastFailure(t.notSelected, error)
    } finally {
      if (latest.current === filters) setSelecting(false)
    }
  }
  return { selection, setSelection, selecting, selectMatching: () => void selectMatching() }
}
