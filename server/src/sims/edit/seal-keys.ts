import type { z } from 'zod'
import type { simKeys } from '@simdeck/contract/sim-edits.ts'
import type { Scp03Level } from '@simdeck/contract/sims.ts'
import type { Sealer } from '../../crypto/seal.ts'
import { levelOctet } from '../levels.ts'
import type { SealedKeys } from './queries.ts'

/** The keys of a body as they are stored: bound to the SIM's ICCID. */
export function sealKeys(sealer: Sealer, iccid: string, keys: z.output<typeof simKeys>, level: Scp03Level | undefined): SealedKeys {
  const sealed = (column: 'cap_auth_key' | 'encrypt_key' | 'scp03_enc' | 'scp03_mac' | 'scp03_dek') =>
    sealer.seal(Buffer.from(keys[column], 'hex'), { table: 'sim_keys', row: iccid, column })
  return {
    cap_auth_key: sealed('cap_auth_key'),
    encrypt_key: sealed('encrypt_key'),
    scp03_enc: sealed('scp03_enc'),
    scp03_mac: sealed('scp03_mac'),
    scp03_dek: sealed('scp03_dek'),
    security_domain_aid: keys.sd_aid?.toUpperCase() ?? null,
    key_version_number: keys.kvn ?? null,
    security_level: level === undefined ? null : levelOctet(level),
  }
}

/**
 * Whether a CAP_AUTH_KEY in hex is another one than the sealed one on record. One that cannot be opened, for instance under another
 * master key, counts as the same: what follows from another key must not follow from a doubt.
 */
export function isOtherCapAuthKey(sealer: Sealer, iccid: string, sealed: Uint8Array, hex: string): boolean {
  try {
    return !Buffer.from(hex, 'hex').equals(sealer.open(sealed, { table: 'sim_keys', row: iccid, column: 'cap_auth_key' }))
  } catch {
    return false
  }
}
