import { smsAlgorithms, smsKeyLengths } from '@simdeck/contract/sim-sms.ts'
import type { SimCsvColumn } from '@simdeck/contract/sim-imports.ts'
import { fromHex } from '@simdeck/protocol/bytes.ts'
import type { KeySet } from '../../../key-sets/sms-key-sets.ts'
import type { Cells } from '../csv/read-csv.ts'
import type { ImportReason } from '../csv/text.ts'

/** The SCP80 key set of a line in plain text, held only until it is encrypted, with the highest counter that another platform has used. */
export type SmsKeys = KeySet & { counter: number }

const required = ['sms_key_set', 'sms_algorithm', 'sms_kic', 'sms_kid', 'sms_tar'] as const
const columns = [...required, 'sms_counter'] as const

type Read = <T>(column: SimCsvColumn, reason: ImportReason, parse: (cell: string) => T | null) => T | null
type Refuse = (column: SimCsvColumn, reason: ImportReason) => void

/** The number in a cell; null if it is not a whole number within these limits. */
function wholeNumber(least: number, most: number): (cell: string) => number | null {
  return (cell) => (/^\d{1,13}$/.test(cell) && Number(cell) >= least && Number(cell) <= most ? Number(cell) : null)
}

const octets =
  (...lengths: readonly number[]) =>
  (cell: string): Uint8Array | null =>
    /^([0-9A-Fa-f]{2})*$/.test(cell) && lengths.includes(cell.length / 2) ? fromHex(cell) : null

const algorithmNamed = (cell: string) => smsAlgorithms.find((name) => name === cell.toLowerCase()) ?? null

/**
 * The SCP80 key set of a line, as `putSimSmsKeys` takes one; null if the line has none, or has problems with it, which are refused.
 * `mayWrite`: false if the caller may set no key sets.
 */
export function smsKeysOf(cells: Cells, { read, refuse, mayWrite }: { read: Read; refuse: Refuse; mayWrite: boolean }): SmsKeys | null {
  const given = columns.filter((column) => cells[column] !== undefined)
  if (given.length === 0) return null
  if (!mayWrite) {
    for (const column of given) refuse(column, 'smsKeysForbidden')
    return null
  }
  for (const column of required) if (cells[column] === undefined) refuse(column, 'smsKeysTogether')
  const number = read('sms_key_set', 'smsKeySet', wholeNumber(1, 15))
  const algorithm = read('sms_algorithm', 'smsAlgorithm', algorithmNamed)
  const key = octets(...(algorithm ? smsKeyLengths[algorithm] : smsKeyLengths.aes))
  const kic = read('sms_kic', 'smsKey', key)
  const kid = read('sms_kid', 'smsKey', key)
  const tar = read('sms_tar', 'smsTar', octets(3))
  const counter = read('sms_counter', 'smsCounter', wholeNumber(0, 2 ** 40 - 2))
  if (number === null || algorithm === null || kic === null || kid === null || tar === null) return null
  return { number, algorithm, kic, kid, tar, counter: counter ?? 0 }
}
