import type { TextColumn } from './columns/text-column.ts'
import type { Slots } from './slots.ts'

/**
 * A match in one field. `key` combines the kind of the match and the length of the text, as `scan.wat` describes. A smaller key is better.
 */
type Match = { slot: number; key: number; field: number }

const noBound = 0xffffffff

/**
 * The best matches, one for each SIM, in the order of key, field, folded text and id. It limits the scans to matches that can still be
 * among the best.
 */
export class BestMatches {
  readonly #columns: readonly TextColumn[]
  readonly #slots: Slots
  readonly #take: number
  #matches: Match[] = []

  /** `columns` are in the order of their fields. */
  constructor(columns: readonly TextColumn[], slots: Slots, take: number) {
    this.#columns = columns
    this.#slots = slots
    this.#take = take
  }

  get slots(): number[] {
    return this.#matches.map(({ slot }) => slot)
  }

  /** Adds the SIMs that contain the folded needle in one of the fields and for which `isWanted` is true. */
  add(needle: Uint8Array, isWanted: (slot: number) => boolean): void {
    // The columns with less text come first, since matches in short texts have small keys, which limit the later scans.
    const byLength = [...this.#columns.keys()].toSorted((one, other) => this.#columns[one]!.folded.used - this.#columns[other]!.folded.used)
    for (const field of byLength)
      this.#columns[field]!.folded.rank(needle, this.#limits(field), ({ slot, key }) => {
        if (isWanted(slot)) this.offer({ slot, key, field })
        return this.#limits(field)
      })
  }

  offer(match: Match): void {
    const last = this.#matches.at(-1)
    if (this.#matches.length >= this.#take && last && this.#compare(match, last) >= 0) return
    const known = this.#matches.findIndex(({ slot }) => slot === match.slot)
    if (known >= 0) {
      if (this.#compare(match, this.#matches[known]!) >= 0) return
      this.#matches.splice(known, 1)
    }
    const place = this.#matches.findIndex((other) => this.#compare(match, other) < 0)
    this.#matches.splice(place < 0 ? this.#matches.length : place, 0, match)
    if (this.#matches.length > this.#take) this.#matches.pop()
  }

  #compare(one: Match, other: Match): number {
    if (one.key !== other.key) return one.key - other.key
    if (one.field !== other.field) return one.field - other.field
    const column = this.#columns[one.field]!
    return column.compareFolded(one.slot, other.slot) || this.#slots.compare(one.slot, other.slot)
  }

  /** The limits of the matches of a field that can still be among the best. */
  #limits(field: number): { bound: number; worst: number } {
    const last = this.#matches.at(-1)
    if (this.#matches.length < this.#take || !last) return { bound: noBound, worst: 0 }
    if (field < last.field) return { bound: last.key, worst: 0 }
    if (field > last.field) return { bound: last.key - 1, worst: 0 }
    return { bound: last.key, worst: this.#columns[field]!.foldedStart(last.slot) }
  }
}
