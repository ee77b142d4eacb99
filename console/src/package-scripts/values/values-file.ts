import { getScriptValues, uploadScriptValues } from '@simdeck/contract/script-values.ts'
import type { ScriptValues } from '@simdeck/contract/script-values.ts'
import type { CsvEncoding } from '@simdeck/contract/tasks.ts'
import { setAnswer } from '../../session/api/query.ts'
import { sendFile } from '../../session/api/send-file.ts'
import { csvFault, decodeStart, firstRecords, guessEncoding, readStart } from '../../sims/import/file/read-start.ts'

/** A chosen file with the names of its columns. */
export interface ValuesFile {
  file: File
  encoding: CsvEncoding
  columns: string[]
  iccidColumn: string
}

/** Reads the header of a file. Null if it is no CSV. Rejects if the file cannot be read. */
export async function readValuesFile(file: File): Promise<ValuesFile | null> {
  const start = await readStart(file)
  if (csvFault(start)) return null
  const encoding = guessEncoding(start)
  const [columns] = firstRecords(decodeStart(start, encoding), 1, start.whole)
  const [first = ''] = columns ?? []
  if (!columns || first === '') return null
  return { file, encoding, columns, iccidColumn: columns.find((name) => name.toLowerCase() === 'iccid') ?? first }
}

/** The needed columns that are not among `columns`. */
export const lackingIn = (columns: readonly string[], needed: readonly string[]): string[] =>
  needed.filter((name) => !columns.some((column) => column.normalize('NFC') === name))

/** Uploads the file. `onSent` gets the part that is sent, from 0 to 1. */
export async function sendValues(
  { file, encoding, iccidColumn }: ValuesFile,
  { signal, onSent }: { signal: AbortSignal; onSent: (part: number) => void },
): Promise<ScriptValues> {
  const values = await sendFile(uploadScriptValues, {
    fields: { encoding, iccidColumn },
    file,
    signal,
    onSent: (sent, total) => onSent(total === 0 ? 1 : sent / total),
  })
  setAnswer(getScriptValues, { params: { id: values.id } }, values)
  return values
}
