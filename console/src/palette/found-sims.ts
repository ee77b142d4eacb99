import { endpoints } from '@simdeck/contract/endpoints.ts'
import { bareNumbers, halfWidth, isNumber, plainNumber, soughtIn, soughtProblem } from '@simdeck/contract/sim-search.ts'
import type { SimFound } from '@simdeck/contract/sims.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { call } from '../session/api/api.ts'
import { keepRows } from '../session/api/query-client.ts'

const waitMs = 120

export interface FoundSims {
  sims: readonly SimFound[]
  /** The answer to what is typed is not there yet; `sims` may be that to what was typed before. */
  waiting: boolean
}

/** The SIMs that a text fits best; asked a little after the last key, and given up when typing goes on. */
export function useFoundSims(typed: string): FoundSims {
  const text = typed.trim()
  const [q] = useDebouncedValue(text, waitMs)
  const askable = soughtProblem(q) === null
  const { data, isPlaceholderData, isFetching, isError } = useQuery({
    queryKey: ['sim-search', q],
    queryFn: ({ signal }) => call(endpoints.searchSims, { query: { q }, signal }),
    enabled: askable,
    ...keepRows,
  })
  const sims = text === '' || !askable || isError ? [] : (data ?? [])
  return { sims, waiting: soughtProblem(text) === null && (q !== text || (isFetching && (isPlaceholderData || !data))) }
}

/** A number is looked for among SIMs first of all. */
export function looksLikeNumber(typed: string): boolean {
  const plain = plainNumber(bareNumbers(typed))
  return isNumber(plain) && plain.length > 2
}

/** How many whole numbers were pasted, when there are several. */
export function pastedNumbers(typed: string): number | null {
  const sought = soughtIn(typed)
  return 'numbers' in sought ? sought.numbers.length : null
}

/** The part of a value that was typed, between what stands before and behind it; null when only the server knows why it fits. */
export function matchedPart(value: string, typed: string): [before: string, part: string, behind: string] | null {
  const sought = soughtIn(typed)
  const spellings = [typed.trim(), halfWidth(typed), ...('words' in sought ? sought.words.flat() : sought.numbers)]
  for (const text of spellings) {
    const at = text === '' ? -1 : value.toLowerCase().indexOf(text.toLowerCase())
    if (at >= 0) return [value.slice(0, at), value.slice(at, at + text.length), value.slice(at + text.length)]
  }
  return null
}
