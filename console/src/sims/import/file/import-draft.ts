import type { SimCsvColumn } from '@simdeck/contract/sim-imports.ts'
import type { CsvEncoding, ImportMode } from '@simdeck/contract/tasks.ts'
import { create } from 'zustand'
import { useSession } from '../../../session/session.ts'
import { guessColumns } from './guess-columns.ts'
import type { ColumnChoice } from './guess-columns.ts'
import { decodeStart, firstRecords, guessEncoding } from './read-start.ts'
import type { FileStart } from './read-start.ts'

export const previewLines = 10

export interface ChosenFile {
  file: File
  start: FileStart
}

/** The user's choices for an import before its check. They are kept when the user leaves the screen, until the tab closes. */
export interface ImportDraft {
  step: 0 | 1
  chosen: ChosenFile | null
  mode: ImportMode
  encoding: CsvEncoding
  /** The user's changes to the guessed columns, by index of the file's column. */
  changed: { readonly [index: number]: SimCsvColumn | null }
}

const newDraft: ImportDraft = { step: 0, chosen: null, mode: 'add', encoding: 'utf-8', changed: {} }

export const useImportDraft = create<ImportDraft>(() => newDraft)

export function changeDraft(change: Partial<ImportDraft>): void {
  useImportDraft.setState(change)
}

export function forgetDraft(): void {
  useImportDraft.setState(newDraft)
}

/** Chooses a file and resets all other choices except the mode. */
export function chooseFile(chosen: ChosenFile): void {
  changeDraft({ chosen, encoding: guessEncoding(chosen.start), changed: {} })
}

/** Column names of the file, its first lines, and the SIM column of each column. */
export interface ReadDraft {
  header: readonly string[]
  lines: readonly (readonly string[])[]
  columns: ColumnChoice
}

export function readDraft({ chosen, encoding, changed }: ImportDraft): ReadDraft {
  if (!chosen) return { header: [], lines: [], columns: [] }
  const [header = [], ...lines] = firstRecords(decodeStart(chosen.start, encoding), previewLines + 1, chosen.start.whole)
  const guessed = guessColumns(header)
  return { header, lines, columns: guessed.map((column, index) => (index in changed ? (changed[index] ?? null) : column)) }
}

useSession.subscribe(({ now }) => {
  if (now.phase !== 'signedIn') forgetDraft()
})
