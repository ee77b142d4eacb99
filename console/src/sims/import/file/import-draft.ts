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

/** What the user has chosen for an import that is not checked yet. It outlives the screen, not the tab. */
export interface ImportDraft {
  step: 0 | 1
  chosen: ChosenFile | null
  mode: ImportMode
  encoding: CsvEncoding
  /** What the user chose otherwise than it was guessed, by the place of the file's column. */
  changed: { readonly [place: number]: SimCsvColumn | null }
}

const newDraft: ImportDraft = { step: 0, chosen: null, mode: 'add', encoding: 'utf-8', changed: {} }

export const useImportDraft = create<ImportDraft>(() => newDraft)

export function changeDraft(change: Partial<ImportDraft>): void {
  useImportDraft.setState(change)
}

export function forgetDraft(): void {
  useImportDraft.setState(newDraft)
}

/** Another file begins anew, but for the mode. */
export function chooseFile(chosen: ChosenFile): void {
  changeDraft({ chosen, encoding: guessEncoding(chosen.start), changed: {} })
}

/** The file's own column names, its first lines, and what each column is taken for. */
export interface ReadDraft {
  header: readonly string[]
  lines: readonly (readonly string[])[]
  columns: ColumnChoice
}

export function readDraft({ chosen, encoding, changed }: ImportDraft): ReadDraft {
  if (!chosen) return { header: [], lines: [], columns: [] }
  const [header = [], ...lines] = firstRecords(decodeStart(chosen.start, encoding), previewLines + 1, chosen.start.whole)
  const guessed = guessColumns(header)
  return { header, lines, columns: guessed.map((column, place) => (place in changed ? (changed[place] ?? null) : column)) }
}

useSession.subscribe(({ now }) => {
  if (now.phase !== 'signedIn') forgetDraft()
})
