import type { Sealer } from '../platform/crypto/seal.ts'

export const keyColumns = ['cap_auth_key', 'encrypt_key', 'scp03_enc', 'scp03_mac', 'scp03_dek'] as const
export type KeyColumn = (typeof keyColumns)[number]

/** The associated data for encrypting a key of the SIM with that ICCID. */
export const sealContext = (iccid: string, column: KeyColumn) => ({ table: 'sim_keys', row: iccid, column })

/**
 * The fingerprint of a SIM's CAP_AUTH_KEY, under which poll counters are stored. Code that writes a CAP_AUTH_KEY writes the fingerprint
 * too, so that a key that is set again finds its counter.
 */
export const capAuthFingerprint = (sealer: Sealer, iccid: string, capAuthKey: Uint8Array): Buffer =>
  sealer.fingerprint(capAuthKey, sealContext(iccid, 'cap_auth_key'))

/** Encrypted keys of the SIM with that ICCID, with the fingerprint of CAP_AUTH_KEY; null stays null. */
export function sealKeys<Key extends Uint8Array | null>(
  sealer: Sealer,
  iccid: string,
  keys: Record<KeyColumn, Key>,
): Record<KeyColumn | 'cap_auth_fingerprint', Buffer | Extract<Key, null>> {
  const none = null as Extract<Key, null>
  const sealed = (column: KeyColumn) => {
    const key = keys[column]
    return key ? sealer.seal(key, sealContext(iccid, column)) : none
  }
  return {
    cap_auth_key: sealed('cap_auth_key'),
    encrypt_key: sealed('encrypt_key'),
    scp03_enc: sealed('scp03_enc'),
    scp03_mac: sealed('scp03_mac'),
    scp03_dek: sealed('scp03_dek'),
    cap_auth_fingerprint: keys.cap_auth_key ? capAuthFingerprint(sealer, iccid, keys.cap_auth_key) : none,
  }
}
