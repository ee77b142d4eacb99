import { equalBytes } from '@simdeck/protocol/bytes.ts'
import { pollKeys } from '@simdeck/protocol/ota/keys.ts'
import type { SealedFrame } from '@simdeck/protocol/ota/frame.ts'
import { openPoll } from '@simdeck/protocol/ota/server-poll.ts'
import { adoptPollerKeys, openNextKeys, type PollerKeysNow, pollerKeysNow } from '../key-sets/poller-rotation.ts'
import type { Sealer } from '../platform/crypto/seal.ts'
import type { Db } from '../platform/db/database.ts'
import { NewestEntries } from './newest-entries.ts'

const maxKept = 5_000
/** The time for which new keys are not read again, so that POLLs with a wrong MAC cost one read per SIM in it. */
const keptMs = 5_000

/** The SIM as the poll table knows it. */
type Known = { simId: number; encRequired: boolean; fingerprint: Uint8Array }

/** Checks POLLs under new keys of the poller, which an OTA has sent to the card. */
export class NextKeys {
  readonly #db: Db
  readonly #sealer: Sealer
  readonly #kept = new NewestEntries<number, { keys: PollerKeysNow; readAtMs: number }>(maxKept)

  constructor(db: Db, sealer: Sealer) {
    this.#db = db
    this.#sealer = sealer
  }

  /**
   * Makes the new keys of a SIM its keys if this POLL is under them: a card that has polled with its new keys holds no others. True if the
   * keys of the SIM are now others than those of `known`, here or at another node before.
   */
  async prove(frame: SealedFrame, known: Known, iccid: Uint8Array): Promise<boolean> {
    const { simId } = known
    const { current, next } = await this.#read(simId)
    if (!current || !equalBytes(current, known.fingerprint)) return current !== null
    if (!next || !openPoll(frame, pollKeys(openNextKeys(this.#sealer, next), iccid), known.encRequired).ok) return false
    this.#kept.delete(simId)
    await this.#db.transaction().execute((trx) => adoptPollerKeys(trx, next))
    return true
  }

  async #read(simId: number): Promise<PollerKeysNow> {
    const kept = this.#kept.get(simId)
    if (kept && Date.now() - kept.readAtMs < keptMs) return kept.keys
    const keys = await pollerKeysNow(this.#db, simId)
    this.#kept.set(simId, { keys, readAtMs: Date.now() })
    return keys
  }
}
