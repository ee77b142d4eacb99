import { openPsk } from '../key-sets/psk.ts'
import type { Sealer } from '../platform/crypto/seal.ts'
import type { Db } from '../platform/db/database.ts'
import { keyOfIdentity } from './queries.ts'

/** The SIM behind an identity. `psk` exists in the memory of a connection and is never stored or logged. */
export type Agent = { simId: number; identity: string; psk: Uint8Array; filesAid: Uint8Array | null }

/** Null for an unknown identity, and for a key that was sealed with another master key. */
export async function findAgent({ db, sealer }: { db: Db; sealer: Sealer }, identity: string): Promise<Agent | null> {
  const row = await keyOfIdentity(db, identity)
  const psk = row && openPsk(sealer, row.iccid, row.psk)
  if (!row || !psk) return null
  const { sim_id: simId, files_aid: filesAid } = row
  return { simId, identity, psk, filesAid: filesAid && new Uint8Array(filesAid) }
}
