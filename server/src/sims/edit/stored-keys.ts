import type { z } from 'zod'
import type { simKeys } from '@simdeck/contract/sim-edits.ts'
import type { Scp03Level } from '@simdeck/contract/sim-values.ts'
import type { Sealer } from '../../platform/crypto/seal.ts'
import { levelOctet } from '../levels.ts'
import { sealKeys } from '../../key-sets/seal-keys.ts'
import type { StoredKeys } from './queries.ts'

/** The encrypted keys of a request body, bound to the SIM's ICCID. */
export function storedKeys(sealer: Sealer, iccid: string, keys: z.output<typeof simKeys>, level: Scp03Level | undefined): StoredKeys {
  return {
    ...sealKeys(sealer, iccid, {
      cap_auth_key: Buffer.from(keys.cap_auth_key, 'hex'),
      encrypt_key: Buffer.from(keys.encrypt_key, 'hex'),
      scp03_enc: Buffer.from(keys.scp03_enc, 'hex'),
      scp03_mac: Buffer.from(keys.scp03_mac, 'hex'),
      scp03_dek: Buffer.from(keys.scp03_dek, 'hex'),
    }),
    security_domain_aid: keys.sd_aid?.toUpperCase() ?? null,
    key_version_number: keys.kvn ?? null,
    security_level: level === undefined ? null : levelOctet(level),
  }
}
