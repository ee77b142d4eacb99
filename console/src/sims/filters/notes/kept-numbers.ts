import { pastedKey } from '../../../session/pasted-key.ts'
import type { ListField } from './UnknownNumbers.tsx'

/** A list of numbers that is too long for an address. */
export interface Pasted {
  field: ListField
  numbers: string
  /** Selection that was made of them; undefined until it is made. */
  selection?: string
}

/** Keeps the pasted numbers of a selection until the session or the tab ends, so that the note on them survives a reload. */
export function keepNumbers(pasted: Pasted & { selection: string }): void {
  try {
    sessionStorage.setItem(pastedKey, JSON.stringify(pasted))
  } catch {
    // Without room in the storage, the note ends with the next reload.
  }
}

/** The kept numbers of this selection; null if others or none are kept. */
export function keptNumbers(selection: string): Pasted | null {
  const kept = sessionStorage.getItem(pastedKey)
  if (kept === null) return null
  const pasted = JSON.parse(kept) as Pasted
  return pasted.selection === selection ? pasted : null
}
