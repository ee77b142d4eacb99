import type { Telemetry } from '@simdeck/protocol/ota/messages.ts'
import type { Random } from '../random.ts'
import { japanCells } from './japan-cells.ts'

/** Access technology E-UTRAN (3GPP TS 31.111, ETSI TS 102 223 §8.61). */
const eUtran = 0x08

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value))

/** The radio values of one device's modem: the signal varies around the level of its location, and the cell changes occasionally. */
export class Radio {
  readonly #random: Random
  readonly #usualRsrpDbm: number
  #cell: number
  #rsrpDbm: number
  #rsrqDb: number

  constructor(random: Random) {
    this.#random = random
    this.#cell = random.between(0, japanCells.length - 1)
    this.#usualRsrpDbm = -78 - Math.round((random.fraction() + random.fraction()) * 22)
    this.#rsrpDbm = this.#usualRsrpDbm
    this.#rsrqDb = -random.between(7, 13)
  }

  /** Returns the next measurement. */
  measure(): Pick<Telemetry, 'location' | 'accessTechnology' | 'signal'> {
    const random = this.#random
    if (random.fraction() < 0.04) this.#moveNearby()
    const pull = Math.round((this.#usualRsrpDbm - this.#rsrpDbm) * 0.3)
    this.#rsrpDbm = clamp(this.#rsrpDbm + pull + random.between(-3, 3), -128, -62)
    const fair = this.#rsrpDbm > -95 ? -9 : -13
    this.#rsrqDb = clamp(this.#rsrqDb + Math.sign(fair - this.#rsrqDb) + random.between(-1, 1), -19, -4)
    const { mcc, mnc, area, cell } = japanCells[this.#cell]!
    return {
      location: { mcc, mnc, area, cell },
      accessTechnology: eUtran,
      signal: { rsrpDbm: this.#rsrpDbm, rsrqDb: this.#rsrqDb },
    }
  }

  /** Moves to a nearby cell of the same city. The table lists the cells of one city together. */
  #moveNearby(): void {
    const next = clamp(this.#cell + this.#random.between(-4, 4), 0, japanCells.length - 1)
    if (japanCells[next]?.area === japanCells[this.#cell]?.area) this.#cell = next
  }
}
