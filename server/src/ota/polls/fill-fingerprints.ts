import type { Sealer } from '../../platform/crypto/seal.ts'
import type { Db } from '../../platform/db/database.ts'
import { capAuthFingerprint, sealContext } from '../../key-sets/seal-keys.ts'
import { lockUnprinted, type UnprintedKey, writeFingerprints } from './queries.ts'

const keysAtOnce = 5_000

/**
 * Writes the fingerprint of every CAP_AUTH_KEY that an earlier version stored without one, and moves the poll counter of its SIM to that
 * fingerprint. Several nodes may do this at the same time. A key that was sealed with another master key is skipped, and its SIM cannot
 * poll until a start with that master key. Returns the numbers of written and skipped keys.
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
