import { type KeyColumn, keyColumns, sealKeys } from '../../../key-sets/seal-keys.ts'
import type { Sealer } from '../../../platform/crypto/seal.ts'
import { sealPsk } from '../../../key-sets/psk.ts'
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
  scp81: { identity: string; psk: Buffer } | null
}

/** The bits of the SCP80 keys and of the SCP81 key, after those of `keyColumns`. */
const [smsBit, scp81Bit] = [1 << keyColumns.length, 2 << keyColumns.length]

/** Seals the keys of a checked line. `kvn` is the version of the SCP03 keys of a line without one. */
export function sealKeyLine(
  sealer: Sealer,
  line: number,
  { iccid, kvn: own, keys: { kic, kid, scp81_key: psk, ...keys }, scp81Identity: identity, problems }: CheckedKeyLine,
  { kvn, sms }: { kvn: number | null; sms: SmsKeySet },
): StagedKeyLine {
  if (problems.length > 0) return { line, bad: true, givenKeys: 0, iccid, kvn: null, keys: null, sms: null, scp81: null }
  const given = keyColumns.reduce((bits, column, bit) => (keys[column] ? bits | (1 << bit) : bits), 0)
  return {
    line,
    bad: false,
    givenKeys: given | (kic ? smsBit : 0) | (psk ? scp81Bit : 0),
    iccid,
    kvn: own ?? kvn,
    keys: sealKeys<Uint8Array | null>(sealer, iccid, keys),
    sms: kic && kid ? sealKeySet(sealer, iccid, { ...sms, kic, kid }) : null,
    scp81: psk && identity !== null ? { identity, psk: sealPsk(sealer, iccid, psk) } : null,
  }
}
