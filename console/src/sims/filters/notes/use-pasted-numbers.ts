import { soughtProblem } from '@simdeck/contract/sim-search.ts'
import { useState } from 'react'
import { keptNumbers } from './kept-numbers.ts'
import type { Pasted } from './kept-numbers.ts'
import type { ListField } from './UnknownNumbers.tsx'

/** Narrows the list by a selection of the SIMs with these numbers. False if the text fits the address, so that nothing is done. */
export type PasteNumbers = (field: ListField, numbers: string) => boolean

/** The last list of numbers that was too long for the address; after a reload, that of the selection in the address. */
export function usePastedNumbers(selection: string | undefined): { pasted: Pasted | null; paste: PasteNumbers } {
  const [pasted, setPasted] = useState<Pasted | null>(() => (selection === undefined ? null : keptNumbers(selection)))
  return {
    pasted,
    paste: (field, numbers) => {
      if (numbers === '' || soughtProblem(numbers) === null) return false
      setPasted({ field, numbers })
      return true
    },
  }
}
