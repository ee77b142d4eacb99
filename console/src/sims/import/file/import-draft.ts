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

/** The user's input for an import before its check. It stays when the user leaves the screen, until the tab is closed. */
export interface ImportDraft {
  step: 0 | 1
  chosen: ChosenFile | null
  mode: ImportMode
  encoding: CsvEncoding
  /** Columns that the user chose instead of the guessed ones, by index of the column in the file. */
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

/** The names of the columns in the file, the first lines of the file, and the SIM column of each column. */
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
