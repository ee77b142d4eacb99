import type { KeyFileColumn } from '@simdeck/contract/key-imports.ts'
import { scp81IdentityPattern, scp81KeyOctets } from '@simdeck/contract/sim-scp81.ts'
import { type SmsAlgorithm, smsKeyLengths } from '@simdeck/contract/sim-sms.ts'
import { desEncrypt } from '@simdeck/protocol/crypto/des.ts'
import { isWrappable, unwrapKey, wrappedLength } from '@simdeck/protocol/crypto/key-wrap.ts'
import { kcv } from '@simdeck/protocol/scp03/keys.ts'
import type { KeyColumn } from '../../../key-sets/seal-keys.ts'
import type { KeyCells } from './read-key-file.ts'
import type { KeyFileReason } from './text.ts'

type Cell = KeyColumn | 'kic' | 'kid' | 'scp81_key'

/** The keys of a line in plain text, held only until they are sealed. */
export type LineKeys = Record<Cell, Uint8Array | null>
export type CheckedKeyLine = {
  iccid: string
  kvn: number | null
  keys: LineKeys
  scp81Identity: string | null
  problems: { column: KeyFileColumn; reason: KeyFileReason }[]
}

/** `transportKey` opens the keys of the file; null for keys in plain text. */
export type KeyLineOptions = { transportKey: Uint8Array | null; algorithm: SmsAlgorithm }

const scp03 = ['scp03_enc', 'scp03_mac', 'scp03_dek'] as const
const sms = ['kic', 'kid'] as const
const scp81 = ['scp81_identity', 'scp81_key'] as const
const reasons: Record<Cell, KeyFileReason> = {
  cap_auth_key: 'capAuthKey',
  encrypt_key: 'encryptKey',
  scp03_enc: 'scp03Key',
  scp03_mac: 'scp03Key',
  scp03_dek: 'scp03Key',
  kic: 'smsKey',
  kid: 'smsKey',
  scp81_key: 'scp81Key',
}
const pskLengths = Array.from({ length: scp81KeyOctets[1] - scp81KeyOctets[0] + 1 }, (_, more) => scp81KeyOctets[0] + more)

/** Checks a line by itself, and opens its keys. */
export function checkKeyLine(cells: KeyCells, { transportKey, algorithm }: KeyLineOptions): CheckedKeyLine {
  const problems: CheckedKeyLine['problems'] = []
  const refuse = (column: KeyFileColumn, reason: KeyFileReason): null => {
    problems.push({ column, reason })
    return null
  }
  const iccid = iccidOf(cells.iccid ?? '')
  if (iccid === '') refuse('iccid', cells.iccid === undefined ? 'iccidRequired' : 'iccid')

  function keyOf(column: Cell, lengths: readonly number[]): Uint8Array | null {
    const cell = cells[column]
    if (cell === undefined) return null
    const octets = hexOctets(cell)
    const sent = transportKey ? lengths.filter(isWrappable).map(wrappedLength) : lengths
    if (!octets || !sent.includes(octets.length)) return refuse(column, octets && transportKey ? 'wrapped' : reasons[column])
    return transportKey ? (unwrapKey(transportKey, octets) ?? refuse(column, 'unwrap')) : octets
  }
  const [aes, poller, smsLengths] = [[16, 24, 32], [16, 32], smsKeyLengths[algorithm]]
  const keys: LineKeys = {
    cap_auth_key: keyOf('cap_auth_key', poller),
    encrypt_key: keyOf('encrypt_key', poller),
    scp03_enc: keyOf('scp03_enc', aes),
    scp03_mac: keyOf('scp03_mac', aes),
    scp03_dek: keyOf('scp03_dek', aes),
    kic: keyOf('kic', smsLengths),
    kid: keyOf('kid', smsLengths),
    scp81_key: keyOf('scp81_key', pskLengths),
  }

  function checkValue(column: KeyFileColumn, key: Uint8Array | null, isGiven: boolean, valueOf: (key: Uint8Array) => Uint8Array): void {
    const cell = cells[column]
    if (cell === undefined) return
    const value = hexOctets(cell)
    if (value?.length !== 3) refuse(column, 'kcvForm')
    else if (!isGiven) refuse(column, 'kcvAlone')
    else if (key && !Buffer.from(valueOf(key)).equals(value)) refuse(column, 'kcv')
  }
  for (const column of scp03) checkValue(`${column}_kcv`, keys[column], cells[column] !== undefined, kcv)
  for (const column of sms) checkValue(`${column}_kcv`, keys[column], cells[column] !== undefined, algorithm === 'aes' ? kcv : tripleDesKcv)

  refuseParts(scp03, 'scp03Together')
  refuseParts(sms, 'smsTogether')
  refuseParts(scp81, 'scp81Together')
  function refuseParts(columns: readonly KeyFileColumn[], reason: KeyFileReason): void {
    const missing = columns.filter((column) => cells[column] === undefined)
    if (missing.length < columns.length) for (const column of missing) refuse(column, reason)
  }
  for (const column of scp03.slice(1)) {
    const [first, other] = [keys.scp03_enc?.length, keys[column]?.length]
    if (first !== undefined && other !== undefined && first !== other) refuse(column, 'scp03Lengths')
  }
  const version = cells.kvn === undefined ? null : keyVersionNumber(cells.kvn)
  if (cells.kvn !== undefined && version === null) refuse('kvn', 'kvn')
  const identity = cells.scp81_identity ?? null
  if (identity !== null && !scp81IdentityPattern.test(identity)) refuse('scp81_identity', 'scp81Identity')
  if (!Object.keys(reasons).some((column) => cells[column as Cell] !== undefined)) refuse('iccid', 'noKeys')
  return { iccid, kvn: version, keys, scp81Identity: identity, problems }
}

/**
 * The digits of an ICCID, without the filler F; empty if it is none. Vendors also write it as the card stores it in EF.ICCID (TS 31.102 §4.1):
 * with the digits of each octet swapped, so that it begins with 98 in place of 89.
 */
function iccidOf(cell: string): string {
  const text = cell.toUpperCase()
  const isSwapped = text.length === 20 && text.startsWith('98')
  const digits = (isSwapped ? text.replaceAll(/(.)(.)/g, '$2$1') : text).replace(/F$/, '')
  return /^\d{19,20}$/.test(digits) ? digits : ''
}

const hexOctets = (cell: string): Buffer | null => (/^([0-9A-F]{2})+$/i.test(cell) ? Buffer.from(cell, 'hex') : null)

/** The key check value of a triple DES key: the first 3 octets of a block of zeros encrypted under the key (GPC Card Specification §B.5). */
const tripleDesKcv = (key: Uint8Array): Uint8Array => desEncrypt('ecb', key.length, key, new Uint8Array(8)).subarray(0, 3)

function keyVersionNumber(cell: string): number | null {
  if (!/^(\d{1,3}|0x[0-9A-F]{1,2})$/i.test(cell)) return null
  const number = Number(cell)
  return number <= 127 ? number : null
}
