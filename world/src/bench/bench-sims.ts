import { randomBytes } from 'node:crypto'
import { fromHex } from '@simdeck/protocol/bytes.ts'
import { Sealer } from '@simdeck/server/platform/crypto/seal.ts'
import { type KeyColumn, keyPlace } from '@simdeck/server/sims/seal-keys.ts'
import type { SimProfile } from '@simdeck/simulator/profile.ts'
import type { Bench } from './bench.ts'

type KeysRow = { id: number; iccid: string; security_domain_aid: string; key_version_number: number } & Record<KeyColumn, Buffer>

export type BenchSim = { id: number; profile: SimProfile }

/** The first so many SIMs of the benchmark's database, as virtual ones. */
export async function simsToPlay({ query, masterKey }: Bench, count: number): Promise<BenchSim[]> {
  const sealer = new Sealer(masterKey)
  const rows = await query<KeysRow>('select k.*, s.iccid, s.id from sim_keys k join sims s on s.id = k.sim_id order by s.id limit $1', [
    count,
  ])
  if (rows.length < count) throw new Error(`there are ${rows.length} SIMs with keys, not ${count}`)
  return rows.map((row) => {
    const open = (column: KeyColumn) => sealer.open(row[column], keyPlace(row.iccid, column))
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

/** Octets of a package's components that take 32 KiB on the way. */
export const packageOctets = 32 * 1024

/** An AID that no package has yet. */
export const newAid = (): Uint8Array => fromHex(`F0${randomBytes(9).toString('hex')}`)
