import { endpoints } from '@simdeck/contract/endpoints.ts'
import { bareNumbers, halfWidth, isNumber, plainNumber, soughtIn, soughtProblem } from '@simdeck/contract/sim-search.ts'
import type { SimFound } from '@simdeck/contract/sims.ts'
import { call } from '../session/api/api.ts'
import { useFound } from './found.ts'
import type { Found } from './found.ts'

/** SIMs that match the text best. */
export const useFoundSims = (typed: string): Found<SimFound> =>
  useFound(typed, {
    endpoint: endpoints.searchSims,
    isSearchable: (text) => soughtProblem(text) === null,
    search: (q, signal) => call(endpoints.searchSims, { query: { q }, signal }),
  })

/** True for a text that is probably the number of a SIM. The palette then lists SIMs first. */
export function looksLikeNumber(typed: string): boolean {
  const plain = plainNumber(bareNumbers(typed))
  return isNumber(plain) && plain.length > 2
}

/** Count of the SIM numbers in a pasted list; null for a text that is not a list of numbers. */
export function pastedNumbers(typed: string): number | null {
  const sought = soughtIn(typed)
  return 'numbers' in sought ? sought.numbers.length : null
}

/** Splits a value at the part that matches the typed text; null if no such part is found in the browser. */
export function matchedPart(value: string, typed: string): [before: string, part: string, behind: string] | null {
  const sought = soughtIn(typed)
  const spellings = [typed.trim(), halfWidth(typed), ...('words' in sought ? sought.words.flat() : sought.numbers)]
  for (const text of spellings) {
    const at = text === '' ? -1 : value.toLowerCase().indexOf(text.toLowerCase())
    if (at >= 0) return [value.slice(0, at), value.slice(at, at + text.length), value.slice(at + text.length)]
  }
  return null
}
