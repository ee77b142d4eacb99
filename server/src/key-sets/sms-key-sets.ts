import type { SmsAlgorithm } from '@simdeck/contract/sim-sms.ts'
import type { Sealer } from '../platform/crypto/seal.ts'

/** A key set of SCP80 in plain text, held only while it is sealed, or while a packet is made or read. */
export type KeySet = { number: number; algorithm: SmsAlgorithm; kic: Uint8Array; kid: Uint8Array; tar: Uint8Array }

type Column = 'kic' | 'kid'
const contextOf = (iccid: string, column: Column) => ({ table: 'sim_sms_keys', row: iccid, column })

/** The key of the counter of a key set: it goes on if the keys are set again, or if the SIM is deleted and added again. */
const counterFingerprint = (sealer: Sealer, iccid: string, keySet: number): Buffer =>
  sealer.fingerprint(Buffer.of(keySet), { table: 'sms_counters', row: iccid, column: 'fingerprint' })

export type SealedKeySet = { key_set: number; algorithm: SmsAlgorithm; kic: Buffer; kid: Buffer; tar: Buffer; fingerprint: Buffer }

/** The sealed key set of the SIM with that ICCID. */
export function sealKeySet(sealer: Sealer, iccid: string, { number, algorithm, kic, kid, tar }: KeySet): SealedKeySet {
  return {
    key_set: number,
    algorithm,
    kic: sealer.seal(kic, contextOf(iccid, 'kic')),
    kid: sealer.seal(kid, contextOf(iccid, 'kid')),
    tar: Buffer.from(tar),
    fingerprint: counterFingerprint(sealer, iccid, number),
  }
}

/** Null for a key set that was sealed with another master key. */
export function openKeySet(sealer: Sealer, iccid: string, sealed: Omit<SealedKeySet, 'fingerprint'>): KeySet | null {
  const { key_set: number, algorithm, kic, kid, tar } = sealed
  try {
    const opened = { kic: sealer.open(kic, contextOf(iccid, 'kic')), kid: sealer.open(kid, contextOf(iccid, 'kid')) }
    return { number, algorithm, ...opened, tar: new Uint8Array(tar) }
  } catch {
    return null
  }
}
