import { numberFields } from '@simdeck/contract/sims.ts'
import { lazy, Suspense } from 'react'
import { inTime } from '../../../session/address/load-screen.ts'
import type { SimSearch } from '../../list/sim-list-query.ts'
import type { Pasted } from './kept-numbers.ts'

const AsOf = lazy(async () => ({ default: (await inTime(import('./AsOf.tsx'))).AsOf }))
const IgnoredFilters = lazy(async () => ({ default: (await inTime(import('./IgnoredFilters.tsx'))).IgnoredFilters }))
const PastedNumbers = lazy(async () => ({ default: (await inTime(import('./PastedNumbers.tsx'))).PastedNumbers }))
const UnknownNumbers = lazy(async () => ({ default: (await inTime(import('./UnknownNumbers.tsx'))).UnknownNumbers }))

/** True if a filter may hold a list: the address separates its numbers by commas. */
const mayHoldList = (filters: SimSearch['filters']): boolean =>
  (['search', 'id', ...numberFields] as const).some((name) => filters[name]?.includes(','))

interface SimListNotesProps {
  search: SimSearch
  pasted: Pasted | null
  /** Time of the newest change in the order of the rows, if changes run ahead of it. */
  asOf: string | undefined
}

/** Notes between the filters and the rows of SIMs. */
export function SimListNotes({ search, pasted, asOf }: SimListNotesProps) {
  return (
    <Suspense>
      {search.ignored.length > 0 && <IgnoredFilters search={search} />}
      {mayHoldList(search.filters) && <UnknownNumbers filters={search.filters} />}
      {pasted && <PastedNumbers pasted={pasted} search={search} />}
      {asOf && <AsOf at={asOf} />}
    </Suspense>
  )
}
