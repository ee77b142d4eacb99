import { randomBytes } from 'node:crypto'
import { fromHex } from '@simdeck/protocol/bytes.ts'
import { Sealer } from '@simdeck/server/platform/crypto/seal.ts'
import { type KeyColumn, sealContext } from '@simdeck/server/key-sets/seal-keys.ts'
import type { SimProfile } from '@simdeck/simulator/profile.ts'
import type { Bench } from './bench.ts'

type KeysRow = { id: number; iccid: string; security_domain_aid: string; key_version_number: number } & Record<KeyColumn, Buffer>

export type BenchSim = { id: number; profile: SimProfile }

/** Virtual SIMs for the first `count` SIMs with keys of the benchmark's database. */
export async function simsToPlay({ query, masterKey }: Bench, count: number): Promise<BenchSim[]> {
  const sealer = new Sealer(masterKey)
  const rows = await query<KeysRow>('select k.*, s.iccid, s.id from sim_keys k join sims s on s.id = k.sim_id order by s.id limit $1', [
    count,
  ])
  if (rows.length < count) throw new Error(`there are ${rows.length} SIMs with keys, not ${count}`)
  return rows.map((row) => {
    const open = (column: KeyColumn) => sealer.open(row[column], sealContext(row.iccid, column))
    return {
      id: row.id,
      profile: {
        iccid: row.iccid,
        capAuthKey: open('cap_auth_key'),
        encryptKey: open('encrypt_key'),
        scp03: { enc: open('scp03_enc'), mac: open('scp03_mac'), dek: open('scp03_dek') },
        securityDomainAid: Buffer.from(fromHex(row.security_domain_aid)).toString('hex').toUpperCase(),
        keyVersionNumber: row.key_version_number,
      },
    }
  })
}

/** Size of a package's components, in octets, so that 32 KiB are sent to the card. */
export const packageOctets = 32 * 1024

/** A random AID for a new package. */
export const newAid = (): Uint8Array => fromHex(`F0${randomBytes(9).toString('hex')}`)
