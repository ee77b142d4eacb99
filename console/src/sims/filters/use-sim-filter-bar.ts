import { maxNumbers, shortened, soughtProblem } from '@simdeck/contract/sim-search.ts'
import { useText } from '../../ui/words/text.ts'
import type { SimSearch } from '../list/sim-list-query.ts'
import { text } from '../list/sim-list-text.ts'
import { problemWords } from './filter-forms.tsx'
import { useSimFilters } from './sim-filters.tsx'
import { usePastedNumbers } from './notes/use-pasted-numbers.ts'

/** Properties of the filter bar of SIMs, and the list of numbers that was pasted into it and is too long for an address. */
export function useSimFilterBar(search: SimSearch) {
  const t = useText(text)
  const { pasted, paste } = usePastedNumbers(search.filters.selection)
  const filters = useSimFilters(search, paste)
  return {
    pasted,
    bar: {
      search: {
        value: search.filters.search ?? '',
        placeholder: t.searchIn,
        onChange: (value: string): void => search.setFilter('search', shortened(value) || null),
        takes: (typed: string): boolean => paste('search', shortened(typed)),
        problem: (typed: string): string | null => problemWords(t, soughtProblem(typed, maxNumbers)),
      },
      filters,
      onClear: search.clear,
    },
  }
}
