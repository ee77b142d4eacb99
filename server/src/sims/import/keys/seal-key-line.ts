import { type KeyColumn, keyColumns, sealKeys } from '../../../key-sets/seal-keys.ts'
import type { Sealer } from '../../../platform/crypto/seal.ts'
import { type SealedKeySet, sealKeySet } from '../../../key-sets/sms-key-sets.ts'
import type { KeySet } from '../../../key-sets/sms-key-sets.ts'
import type { CheckedKeyLine } from './check-key-line.ts'

/** The SCP80 key sets of a file: their number on the card, their algorithm, and the TAR of the poller. */
export type SmsKeySet = Pick<KeySet, 'number' | 'algorithm' | 'tar'>

/** A line with an ICCID and sealed keys; a bad line has none. */
export type StagedKeyLine = {
  line: number
  bad: boolean
  givenKeys: number
  iccid: string
  kvn: number | null
  keys: Record<KeyColumn | 'cap_auth_fingerprint', Buffer | null> | null
  sms: SealedKeySet | null
}

/** The bit of the SCP80 keys, after those of `keyColumns`. */
const smsBit = 1 << keyColumns.length

/** Seals the keys of a checked line. `kvn` is the version of the SCP03 keys of a line without one. */
export function sealKeyLine(
  sealer: Sealer,
  line: number,
  { iccid, kvn: own, keys: { kic, kid, ...keys }, problems }: CheckedKeyLine,
  { kvn, sms }: { kvn: number | null; sms: SmsKeySet },
): StagedKeyLine {
  if (problems.length > 0) return { line, bad: true, givenKeys: 0, iccid, kvn: null, keys: null, sms: null }
  const given = keyColumns.reduce((bits, column, bit) => (keys[column] ? bits | (1 << bit) : bits), 0)
  return {
    line,
    bad: false,
    givenKeys: given | (kic ? smsBit : 0),
    iccid,
    kvn: own ?? kvn,
    keys: sealKeys<Uint8Array | null>(sealer, iccid, keys),
    sms: kic && kid ? sealKeySet(sealer, iccid, { ...sms, kic, kid }) : null,
  }
}
