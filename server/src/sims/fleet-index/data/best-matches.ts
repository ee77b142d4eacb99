import type { TextColumn } from './columns/text-column.ts'
import { leastPartKey, offerParts, offerStarts, type OrderSearch } from './order-search.ts'
import type { Slots } from './slots.ts'
import type { OrderedTexts } from './text-leaves.ts'

/**
 * A match in one field. `key` combines the kind of the match and the length of the text, as `scan.wat` describes. A smaller key is better.
 */
type Match = { slot: number; key: number; field: number }

const noBound = 0xffffffff

/**
 * The best matches, one for each SIM, in the order of key, field, folded text and id. It limits the searches to matches that can still
 * be among the best.
 */
export class BestMatches {
  readonly #texts: readonly OrderedTexts[]
  readonly #slots: Slots
  readonly #take: number
  #matches: Match[] = []

  /** `texts` are in the order of their fields. */
  constructor(texts: readonly OrderedTexts[], slots: Slots, take: number) {
    this.#texts = texts
    this.#slots = slots
    this.#take = take
  }

  get slots(): number[] {
    return this.#matches.map(({ slot }) => slot)
  }

  /** Adds the SIMs that contain the folded needle in one of the fields and for which `isWanted` is true. */
  add(needle: Uint8Array, isWanted: (slot: number) => boolean): void {
    // The columns with less text come first, since matches in short texts have small keys, which limit the later searches.
    const fields = [...this.#texts.keys()].toSorted((one, other) => this.#columnOf(one).folded.used - this.#columnOf(other).folded.used)
    const searches = new Map<number, OrderSearch>()
    for (const field of fields) {
      const { column, order } = this.#texts[field]!
      if (!column.isFolded || !order().isMade) continue
      const offer = (slot: number, key: number) => this.offer({ slot, key, field })
      const search = { column, sorted: order().now(), needle, take: this.#take, isWanted, offer }
      if (offerStarts(search)) searches.set(field, search)
    }
    for (const field of fields) {
      const search = searches.get(field)
      if (search && (leastPartKey(search.column) > this.#limits(field).bound || offerParts(search))) continue
      this.#columnOf(field).folded.rank(needle, this.#limits(field), ({ slot, key }) => {
        if (isWanted(slot)) this.offer({ slot, key, field })
        return this.#limits(field)
      })
    }
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

  #columnOf(field: number): TextColumn {
    return this.#texts[field]!.column
  }

  #compare(one: Match, other: Match): number {
    if (one.key !== other.key) return one.key - other.key
    if (one.field !== other.field) return one.field - other.field
    const column = this.#columnOf(one.field)
    return column.compareFolded(one.slot, other.slot) || this.#slots.compare(one.slot, other.slot)
  }

  /** The limits of the matches of a field that can still be among the best. */
  #limits(field: number): { bound: number; worst: number } {
    const last = this.#matches.at(-1)
    if (this.#matches.length < this.#take || !last) return { bound: noBound, worst: 0 }
    if (field < last.field) return { bound: last.key, worst: 0 }
    if (field > last.field) return { bound: last.key - 1, worst: 0 }
    return { bound: last.key, worst: this.#columnOf(field).foldedStart(last.slot) }
  }
}
