import type { KeyFileColumn, KeyFileFormat } from '@simdeck/contract/key-imports.ts'
import { type SmsAlgorithm, usualTar } from '@simdeck/contract/sim-sms.ts'
import type { CsvEncoding } from '@simdeck/contract/tasks.ts'
import { type FileStart, guessEncoding } from '../import/file/read-start.ts'
import { guessFormat, guessKeyColumns, guessKeySet, type KeyColumnChoice, readKeyStart } from './key-file.ts'

/** The user's input for an import of keys. It is gone when the user leaves the screen, as it holds the transport key. */
export interface KeyDraft {
  file: File
  start: FileStart
  encoding: CsvEncoding
  format: KeyFileFormat
  /** Columns that the user chose instead of the guessed ones, by index of the column in the file. */
  changed: { readonly [index: number]: KeyFileColumn | null }
  transportKey: string
  kvn: string
  keySet: string
  algorithm: SmsAlgorithm
  tar: string
  /** Empty, or the TAR of the admin agent that an SMS wakes. */
  triggerTar: string
}

/** The input for a newly chosen file. The input about the keys stays. */
export function draftOf(file: File, start: FileStart, before: KeyDraft | null): KeyDraft {
  const encoding = guessEncoding(start)
  const { transportKey = '', kvn = '0x30', algorithm = 'aes', tar = usualTar, triggerTar = '' } = before ?? {}
  const format = guessFormat(start, encoding)
  const { header } = readKeyStart(start, encoding, format)
  const keySet = guessKeySet(header, guessKeyColumns(header))
  return { file, start, encoding, format, changed: {}, transportKey, kvn, keySet, algorithm, tar, triggerTar }
}

/** The names of the columns in the file, the first lines of the file, and the meaning of each column. */
export function readKeyDraft({ start, encoding, format, changed }: KeyDraft) {
  const { header, lines } = readKeyStart(start, encoding, format)
  const columns: KeyColumnChoice = guessKeyColumns(header).map((column, index) => (index in changed ? (changed[index] ?? null) : column))
  return { header, lines, columns }
}

/** The reason for which the columns cannot be imported, by its name in the texts; null if there is none. */
export function columnsProblem({ format }: KeyDraft, header: readonly string[], columns: KeyColumnChoice) {
  const has = (column: KeyFileColumn): boolean => columns.includes(column)
  if (header.length === 0) return format === 'varOut' ? 'noVarOut' : 'noHeader'
  if (!has('iccid')) return 'iccidMissing'
  const chosen = columns.filter((column) => column !== null)
  if (new Set(chosen).size < chosen.length) return 'twice'
  const scp03 = [has('scp03_enc'), has('scp03_mac'), has('scp03_dek')]
  if (scp03.includes(true) && scp03.includes(false)) return 'scp03Together'
  if (has('kic') !== has('kid')) return 'smsTogether'
  if (has('scp81_identity') !== has('scp81_key')) return 'scp81Together'
  return scp03[0] || has('kic') || has('scp81_key') || has('cap_auth_key') || has('encrypt_key') ? null : 'noKeys'
}

const isWhole = (text: string, least: number, most: number): boolean =>
  /^(\d{1,3}|0x[0-9A-F]{1,2})$/i.test(text) && Number(text) >= least && Number(text) <= most

/** The invalid fields about the keys. Fields that the columns of the file do not need are not shown, and are valid. */
export function invalidFields({ transportKey, kvn, keySet, tar, triggerTar }: KeyDraft, columns: KeyColumnChoice) {
  const usesSms = columns.includes('kic')
  return {
    transportKey: transportKey !== '' && !/^([0-9A-F]{32}|[0-9A-F]{48}|[0-9A-F]{64})$/.test(transportKey),
    kvn: columns.includes('scp03_enc') && kvn.trim() !== '' && !isWhole(kvn.trim(), 0, 127),
    keySet: usesSms && !isWhole(keySet.trim(), 1, 15),
    tar: usesSms && !/^[0-9A-F]{6}$/.test(tar),
    triggerTar: columns.includes('scp81_key') && triggerTar !== '' && !/^[0-9A-F]{6}$/.test(triggerTar),
  }
}

/** The form fields of the upload. */
export function fieldsOf(draft: KeyDraft, columns: KeyColumnChoice): { [name: string]: string } {
  const { format, encoding, transportKey, kvn, keySet, algorithm, tar, triggerTar } = draft
  return {
    format,
    encoding,
    columns: JSON.stringify(columns),
    ...(transportKey !== '' && { transport_key: transportKey }),
    ...(columns.includes('scp03_enc') && kvn.trim() !== '' && { kvn: String(Number(kvn)) }),
    ...(columns.includes('kic') && { key_set: keySet.trim(), algorithm, tar }),
    ...(columns.includes('scp81_key') && triggerTar !== '' && { trigger_tar: triggerTar }),
  }
}
