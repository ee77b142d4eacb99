import { CallError } from '@simdeck/contract/client.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '../../../session/api/api.ts'
import { failureText } from '../../../session/api/failure.ts'
import { gatheredKey } from '../../../session/api/query.ts'
import { ErrorNote } from '../../../ui/feedback/ErrorState.tsx'
import { Note } from '../../../ui/feedback/Note.tsx'
import { formatNumber } from '../../../ui/words/numbers.ts'
import { useText } from '../../../ui/words/text.ts'
import type { SimSearch } from '../../list/sim-list-query.ts'
import { listIn, UnknownIn } from './UnknownNumbers.tsx'
import { unknownText } from './unknown-numbers-text.ts'
import { keepNumbers } from './kept-numbers.ts'
import type { Pasted } from './kept-numbers.ts'

/** Makes a selection of the SIMs with pasted numbers, narrows the list by it, and names the numbers that belong to no SIM. */
export function PastedNumbers({ pasted, search }: { pasted: Pasted; search: SimSearch }) {
  const t = useText(unknownText)
  const { field, numbers, selection: known } = pasted
  const list = listIn(field, numbers)
  const applied = useRef<string | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: gatheredKey(endpoints.createSimSelection, pasted),
    queryFn: ({ signal }) => call(endpoints.createSimSelection, { body: { filter: { [field]: numbers } }, signal }),
    enabled: known === undefined,
    staleTime: 'static',
    gcTime: 0,
  })
  const selection = known ?? (data ? String(data.id) : null)
  useEffect(() => {
    if (selection === null || selection === known || applied.current === selection) return
    applied.current = selection
    keepNumbers({ field, numbers, selection })
    search.setFilters({ [field]: null, selection })
  })
  if (error instanceof CallError && error.body?.code === 'noTargetSims') return <UnknownIn field={field} list={list} />
  if (error) return <ErrorNote message={failureText(error)} onRetry={() => void refetch()} />
  if (selection === null) return <Note tone="started">{t.searching(formatNumber(list.length))}</Note>
  return search.filters.selection === selection && <UnknownIn field={field} list={list} />
}
