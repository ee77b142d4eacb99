import { randomInt } from 'node:crypto'

/** Time for which a node takes a campaign as full after a POLL found it full. Slots that become free meanwhile wait for this long. */
const fullForMs = 1_000
/** POLLs per second of waiting SIMs of one campaign that a node aims at. */
const pollsPerSecond = 50
const periodSeconds = 10
const shortestWait = 60
const longestWait = 900

type Waiting = { wait: number; refused: number; periodEndsAtMs: number }

/** The campaigns of which all slots are taken, as this node saw last. It answers their SIMs from memory, and may lose it at any time. */
export class FullCampaigns {
  readonly #fullUntilMs = new Map<string, number>()
  readonly #waiting = new Map<number, Waiting>()

  markFull(campaignId: number, cell: string | null): void {
    this.#fullUntilMs.set(keyOf(campaignId, cell), Date.now() + fullForMs)
  }

  /** True if the campaign is full, in all or in the cell that the POLL reports. */
  isFull(campaignId: number, cell: string | null): boolean {
    return this.#isMarked(keyOf(campaignId, null)) || (cell !== null && this.#isMarked(keyOf(campaignId, cell)))
  }

  /**
   * Seconds until the next POLL of a SIM of a full campaign. They vary by half of the mean, so that SIMs do not come back together, and the
   * mean grows with the number of waiting SIMs, because each of them polls again and again.
   */
  waitSeconds(campaignId: number): number {
    const now = Date.now()
    const known = this.#waiting.get(campaignId) ?? { wait: shortestWait, refused: 0, periodEndsAtMs: now + periodSeconds * 1000 }
    known.refused++
    if (now >= known.periodEndsAtMs) {
      const wanted = (known.wait * known.refused) / (pollsPerSecond * periodSeconds)
      known.wait = Math.min(longestWait, Math.max(shortestWait, wanted))
      known.refused = 0
      known.periodEndsAtMs = now + periodSeconds * 1000
    }
    this.#waiting.set(campaignId, known)
    const half = Math.round(known.wait / 2)
    return randomInt(half, 3 * half)
  }

  #isMarked(key: string): boolean {
    const until = this.#fullUntilMs.get(key)
    if (until === undefined) return false
    if (until > Date.now()) return true
    this.#fullUntilMs.delete(key)
    return false
  }
}

const keyOf = (campaignId: number, cell: string | null): string => `${campaignId} ${cell ?? ''}`
