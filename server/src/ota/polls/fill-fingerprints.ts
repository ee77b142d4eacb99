import type { Sealer } from '../../platform/crypto/seal.ts'
import type { Db } from '../../platform/db/database.ts'
import { capAuthFingerprint, sealContext } from '../../sims/seal-keys.ts'
import { lockUnprinted, type UnprintedKey, writeFingerprints } from './queries.ts'

const keysAtOnce = 5_000

/**
 * Writes the fingerprint of every CAP_AUTH_KEY that has none, since an earlier version stored it, and moves the poll counter of its
 * SIM under that fingerprint. Several nodes may do so at once. A key that another master key sealed is left for a start with that
 * master key, and its SIM cannot poll until then. Answers how many keys got a fingerprint, and how many were left.
 */
export async function fillFingerprints(db: Db, sealer: Sealer): Promise<{ filled: number; left: number }> {
  const done = { filled: 0, left: 0 }
  for (let after = 0; ;) {
    const page = await db.transaction().execute(async (trx) => {
      const keys = await lockUnprinted(trx, after, keysAtOnce)
      const printed = keys.flatMap((key) => printedOf(sealer, key) ?? [])
      if (printed.length > 0) await writeFingerprints(trx, printed)
      return { keys, filled: printed.length }
    })
    done.filled += page.filled
    done.left += page.keys.length - page.filled
    const last = page.keys.at(-1)
    if (!last || page.keys.length < keysAtOnce) return done
    after = last.simId
  }
}

function printedOf(sealer: Sealer, { simId, iccid, capAuthKey }: UnprintedKey): { simId: number; fingerprint: Buffer } | null {
  const opened = openedOrNull(sealer, iccid, capAuthKey)
  return opened && { simId, fingerprint: capAuthFingerprint(sealer, iccid, opened) }
}

function openedOrNull(sealer: Sealer, iccid: string, sealed: Uint8Array): Uint8Array | null {
  try {
    return sealer.open(sealed, sealContext(iccid, 'cap_auth_key'))
  } catch {
    return null
  }
}
