import { soughtProblem } from '@simdeck/contract/sim-search.ts'
import { useState } from 'react'
import type { ListField } from './UnknownNumbers.tsx'

/** A list of numbers that is too long for an address. */
export interface Pasted {
  field: ListField
  numbers: string
}

/** Narrows the list by a selection of the SIMs with these numbers. False if the text fits the address, so that nothing is done. */
export type PasteNumbers = (field: ListField, numbers: string) => boolean

/** The last list of numbers that was too long for the address. */
export function usePastedNumbers(): { pasted: Pasted | null; paste: PasteNumbers } {
  const [pasted, setPasted] = useState<Pasted | null>(null)
  return {
    pasted,
    paste: (field, numbers) => {
      if (numbers === '' || soughtProblem(numbers) === null) return false
      setPasted({ field, numbers })
      return true
    },
  }
}
