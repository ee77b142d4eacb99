import {
  isSubscriberKey,
  type KeyFileColumn,
  type KeyFileFormat,
  keyFileSeparators,
  plainColumnName,
} from '@simdeck/contract/key-imports.ts'
import type { CsvEncoding } from '@simdeck/contract/tasks.ts'
import { decodeStart, type FileStart, firstRecords } from '../import/file/read-start.ts'

/** Lines of the file that the preview shows. */
export const previewLines = 10

/** The meaning of each column of a file; null for a column that is left out. */
export type KeyColumnChoice = readonly (KeyFileColumn | null)[]

const varOut = /^\s*var_?\s?out\s*:/im

const csvFormats = ['csv', 'semicolon', 'tab'] as const

/** The format of a file, by its start. A CSV has the separator that occurs most often in its first line. */
export function guessFormat(start: FileStart, encoding: CsvEncoding): KeyFileFormat {
  const text = decodeStart(start, encoding)
  if (varOut.test(text)) return 'varOut'
  const first = text.trimStart().split(/[\r\n]/, 1)[0]!
  const cells = csvFormats.map((format) => first.split(keyFileSeparators[format]).length)
  return csvFormats[cells.indexOf(Math.max(...cells))]!
}

/** The names of the columns, and the first lines of values; no names if the file has no header of this format. */
export function readKeyStart(
  start: FileStart,
  encoding: CsvEncoding,
  format: KeyFileFormat,
): { header: readonly string[]; lines: readonly (readonly string[])[] } {
  const text = decodeStart(start, encoding)
  const [header = [], ...lines] =
    format === 'varOut'
      ? varOutRecords(text, previewLines + 1, start.whole)
      : firstRecords(text, previewLines + 1, start.whole, keyFileSeparators[format])
  return { header, lines }
}

function varOutRecords(text: string, most: number, whole: boolean): string[][] {
  const rows = text.split(/\r?\n/)
  if (!whole) rows.pop()
  const first = rows.findIndex((row) => varOut.test(row))
  if (first < 0) return []
  const kept = rows.slice(first).filter((row) => row.trim() !== '' && !/^\s*[*#]/.test(row))
  return kept.slice(0, most).map((row) => cellsOf(row.replace(varOut, '').trim()))
}

const cellsOf = (row: string): string[] => (row.includes('/') ? row.split('/').map((cell) => cell.trim()) : row.split(/\s+/))

const key = ['key', '鍵', 'キー'].join('|')
const number = ['number', '番号'].join('|')
const serial = '製造番号'
const keyName = String.raw`(${key})?(3[0-9a-f]|[01]?\d)?`
const checkValue = `(${['kcv', 'kvc', 'checkvalue', 'チェック値'].join('|')})$`
const names: readonly (readonly [KeyFileColumn, string])[] = [
  ['iccid', `^((iccid|simserial)(${number})?|sernb|sim(${number})|${serial})$`],
  ['scp03_enc', `^(scp03)?[ks]?enc${keyName}$`],
  ['scp03_mac', `^(scp03)?[ks]?mac${keyName}$`],
  ['scp03_dek', `^(scp03)?k?(dek|kek)${keyName}$`],
  ['scp03_enc_kcv', `^(scp03)?[ks]?enc${keyName}${checkValue}`],
  ['scp03_mac_kcv', `^(scp03)?[ks]?mac${keyName}${checkValue}`],
  ['scp03_dek_kcv', `^(scp03)?k?(dek|kek)${keyName}${checkValue}`],
  ['kvn', `^(scp03)?(${['kvn', 'keyver', 'keyversion', 'keyversionnumber', '鍵バージョン番号'].join('|')})$`],
  ['cap_auth_key', '^(cap)?auth(entication)?key$'],
  ['encrypt_key', '^encrypt(ion)?key$'],
  ['kic', String.raw`^(scp80)?kic\d{0,2}$`],
  ['kid', String.raw`^(scp80)?kid\d{0,2}$`],
  ['kic_kcv', String.raw`^(scp80)?kic\d{0,2}${checkValue}`],
  ['kid_kcv', String.raw`^(scp80)?kid\d{0,2}${checkValue}`],
  ['scp81_identity', '^(scp81identity|(scp81)?psk(id|identity))$'],
  ['scp81_key', '^(scp81key|(scp81)?psk(key)?)$'],
]
const patterns = names.map(([column, pattern]) => ({ column, pattern: new RegExp(pattern) }))

/** Guesses the meaning of the columns by their names. If two columns have the same meaning, the first one is used. */
export function guessKeyColumns(header: readonly string[]): KeyColumnChoice {
  const taken = new Set<KeyFileColumn>()
  return header.map((name) => {
    if (isSubscriberKey(name)) return null
    const plain = plainColumnName(name)
    const column = patterns.find(({ pattern }) => pattern.test(plain))?.column
    if (column === undefined || taken.has(column)) return null
    taken.add(column)
    return column
  })
}

/** The number of the SCP80 key set that the name of the KIc column ends with; 1 if it has none. */
export function guessKeySet(header: readonly string[], columns: KeyColumnChoice): string {
  const number = /^.*kic0?(\d{1,2})$/.exec(plainColumnName(header[columns.indexOf('kic')] ?? ''))?.[1]
  return number !== undefined && Number(number) >= 1 && Number(number) <= 15 ? number : '1'
}

const secret: ReadonlySet<KeyFileColumn | null> = new Set([
  'scp03_enc',
  'scp03_mac',
  'scp03_dek',
  'cap_auth_key',
  'encrypt_key',
  'kic',
  'kid',
  'scp81_key',
] as const)

/** The text of a cell for the screen: keys are hidden, also in a column that has another meaning, or in the header of a file without one. */
export function shownCell(column: KeyFileColumn | null, cell: string): string {
  return cell !== '' && (secret.has(column) || /^[0-9A-F]{24,}$/i.test(cell)) ? '••••' : cell
}
