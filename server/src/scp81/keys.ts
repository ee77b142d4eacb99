import type { Sealer } from '../platform/crypto/seal.ts'
import type { Db } from '../platform/db/database.ts'
import { keyOfIdentity } from './queries.ts'

const contextOf = (iccid: string) => ({ table: 'sim_scp81_keys', row: iccid, column: 'psk' })

export const sealPsk = (sealer: Sealer, iccid: string, key: Uint8Array): Buffer => sealer.seal(key, contextOf(iccid))

/** The SIM behind an identity. `psk` exists in the memory of a connection and is never stored or logged. */
export type Agent = { simId: number; identity: string; psk: Uint8Array; filesAid: Uint8Array | null }

/** Null for an unknown identity, and for a key that was sealed with another master key. */
export async function findAgent({ db, sealer }: { db: Db; sealer: Sealer }, identity: string): Promise<Agent | null> {
  const row = await keyOfIdentity(db, identity)
  if (!row) return null
  const { sim_id: simId, iccid, psk, files_aid: filesAid } = row
  try {
    return { simId, identity, psk: sealer.open(psk, contextOf(iccid)), filesAid: filesAid && new Uint8Array(filesAid) }
  } catch {
    return null
  }
}
