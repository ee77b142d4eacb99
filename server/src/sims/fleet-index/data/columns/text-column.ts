import type { Bitmap } from './bitmap.ts'
import type { Column } from './column.ts'
import { fold, foldOctets } from './fold.ts'
import { Journal } from './journal.ts'
import { separator, TextHeap } from './text-heap.ts'
import { sortTexts } from './text-sort.ts'

/** The folded form of the text that is added. */
const foldedOctets = new Uint8Array(1024)

/** Texts by slot. They are searched in their folded form, and sorted and compared as they are. */
export class TextColumn implements Column {
  readonly journal = new Journal()
  readonly numbered = null
  /** The folded texts. */
  readonly #folded = new TextHeap()
  /** The texts that differ from their folded form. */
  #own: TextHeap | null = null
  /** Places of the texts; 0 for none. */
  #foldedStarts = new Uint32Array(0)
  #ownStarts = new Uint32Array(0)

  get folded(): TextHeap {
    return this.#folded
  }

  get bytes(): number {
    const own = this.#own ? this.#own.byteLength + this.#ownStarts.byteLength : 0
    return this.#folded.byteLength + this.#foldedStarts.byteLength + own + this.journal.bytes
  }

  /** The octets that the texts may hold. */
  get octets(): number[] {
    return [...this.#folded.seen.keys()].filter((octet) => this.#folded.seen[octet] === 1 || this.#own?.seen[octet] === 1)
  }

  grow(capacity: number): void {
    this.#foldedStarts = longer(this.#foldedStarts, capacity)
    if (this.#own) this.#ownStarts = longer(this.#ownStarts, capacity)
  }

  set(slot: number, text: string | null): void {
    const start = this.#foldedStarts[slot]!
    if (text === null ? start === 0 : start !== 0 && this.#heapOf(slot).equals(this.#startOf(slot), text)) return
    if (start !== 0) this.#remove(slot)
    if (text !== null) this.#add(slot, text)
    this.journal.add(slot)
  }

  /** Sets the first text of a slot to octets of UTF-8. */
  setFirst(slot: number, octets: Buffer, from: number, to: number): void {
    const changed = foldOctets(octets, from, to, foldedOctets)
    if (changed < 0) this.#add(slot, octets.toString('utf8', from, to))
    else {
      this.#foldedStarts[slot] = this.#folded.addOctets(slot, foldedOctets, 0, to - from)
      if (changed > 0) {
        const own = this.#madeOwn()
        this.#ownStarts[slot] = own.addOctets(slot, octets, from, to)
      }
    }
    this.journal.add(slot)
  }

  isBlank(slot: number): boolean {
    return this.#foldedStarts[slot] === 0
  }

  valueAt(slot: number): string | null {
    return this.isBlank(slot) ? null : this.#heapOf(slot).textAt(this.#startOf(slot))
  }

  foldedAt(slot: number): string | null {
    return this.isBlank(slot) ? null : this.#folded.textAt(this.#foldedStarts[slot]!)
  }

  /** The place of the folded text of a slot. */
  foldedStart(slot: number): number {
    return this.#foldedStarts[slot]!
  }

  /** True if no text ever differed from its folded form. */
  get isFolded(): boolean {
    return this.#own === null
  }

  /** The octets of the folded text of a slot. */
  foldedLength(slot: number): number {
    const start = this.#foldedStarts[slot]!
    return this.#folded.endOf(start) - start
  }

  compareFolded(slot: number, other: number): number {
    const { bytes } = this.#folded
    return compareOctets(bytes, this.#foldedStarts[slot]!, bytes, this.#foldedStarts[other]!)
  }

  compare(slot: number, other: number): number {
    return this.compareFrom(0, slot, other)
  }

  /** Compares the octets from `depth` on, where the octets before are equal. */
  compareFrom(depth: number, slot: number, other: number): number {
    return compareOctets(this.#heapOf(slot).bytes, this.#startOf(slot) + depth, this.#heapOf(other).bytes, this.#startOf(other) + depth)
  }

  /** Compares the text of a slot with octets of UTF-8. */
  compareWith(slot: number, octets: Uint8Array): number {
    const { bytes } = this.#heapOf(slot)
    const start = this.#startOf(slot)
    for (let at = 0; ; at++) {
      const octet = bytes[start + at]!
      const other = at < octets.length ? octets[at]! : 0xff
      if (octet !== other) return octet === 0xff ? -1 : other === 0xff ? 1 : octet - other
      if (octet === 0xff) return 0
    }
  }

  /** Compares the first octets of the text of a slot with as many octets of UTF-8. A text that ends before comes first. */
  compareStart(slot: number, octets: Uint8Array): number {
    const { bytes } = this.#heapOf(slot)
    const start = this.#startOf(slot)
    for (let at = 0; at < octets.length; at++) {
      const octet = bytes[start + at]!
      if (octet !== octets[at]) return octet === separator ? -1 : octet - octets[at]!
    }
    return 0
  }

  /** Packs the octets of a text from `depth` on into 32 bits: `count` codes of `bits` bits, 0 behind the end. */
  keyAt(slot: number, depth: number, codes: Uint8Array, count: number, bits: number): number {
    const { bytes } = this.#heapOf(slot)
    let at = this.#startOf(slot) + depth
    let key = 0
    for (let place = 0; place < count; place++) {
      const code = codes[bytes[at]!]!
      key = (key << bits) | code
      if (code !== 0) at++
    }
    return key
  }

  sort(slots: Uint32Array, from: number, to: number): Generator<void, void> {
    return sortTexts(this, slots, from, to)
  }

  /** Sets the bits of the slots below `slots` whose folded text holds the needle, which is folded and not empty. */
  mark(needle: Uint8Array, bits: Bitmap, slots: number): void {
    this.#folded.mark(needle, bits, slots)
  }

  holds(slot: number, needle: Uint8Array): boolean {
    return !this.isBlank(slot) && this.#folded.holds(this.#foldedStarts[slot]!, needle)
  }

  #hasOwn(slot: number): boolean {
    return this.#own !== null && this.#ownStarts[slot] !== 0
  }

  #heapOf(slot: number): TextHeap {
    return this.#hasOwn(slot) ? this.#own! : this.#folded
  }

  #startOf(slot: number): number {
    return this.#hasOwn(slot) ? this.#ownStarts[slot]! : this.#foldedStarts[slot]!
  }

  #add(slot: number, text: string): void {
    const plain = this.#folded.addPlain(slot, text)
    this.#foldedStarts[slot] = plain
    if (plain !== 0) return
    const folded = fold(text)
    this.#foldedStarts[slot] = this.#folded.add(slot, folded)
    if (folded === text) return
    const own = this.#madeOwn()
    this.#ownStarts[slot] = own.add(slot, text)
  }

  /** The memory of the texts that differ from their folded form. Making it replaces `#ownStarts`. */
  #madeOwn(): TextHeap {
    if (this.#own === null) {
      this.#own = new TextHeap()
      this.#ownStarts = new Uint32Array(this.#foldedStarts.length)
    }
    return this.#own
  }

  #remove(slot: number): void {
    this.#folded.remove(this.#foldedStarts[slot]!)
    this.#foldedStarts[slot] = 0
    if (this.#folded.isLoose) this.#folded.compact(this.#foldedStarts)
    if (!this.#hasOwn(slot)) return
    this.#own!.remove(this.#ownStarts[slot]!)
    this.#ownStarts[slot] = 0
    if (this.#own!.isLoose) this.#own!.compact(this.#ownStarts)
  }
}

/** Compares texts in memories of records, up to their separators. */
function compareOctets(bytes: Uint8Array, start: number, others: Uint8Array, otherStart: number): number {
  for (let at = 0; ; at++) {
    const octet = bytes[start + at]!
    const other = others[otherStart + at]!
    if (octet !== other) return octet === 0xff ? -1 : other === 0xff ? 1 : octet - other
    // While a sort runs, a text can become shorter than the depth of the comparison, which then must end with the memory.
    if (octet === 0xff || start + at >= bytes.length) return 0
  }
}

function longer(starts: Uint32Array<ArrayBuffer>, capacity: number): Uint32Array<ArrayBuffer> {
  const next = new Uint32Array(capacity)
  next.set(starts)
  return next
}
