import { readFileSync } from 'node:fs'
import type { Bitmap } from './bitmap.ts'

type Scan = {
  mark: (from: number, to: number, needle: number, length: number, bits: number, slots: number) => void
  rank: (
    from: number,
    to: number,
    needle: number,
    length: number,
    bound: number,
    worst: number,
    found: number,
    room: number,
    resume: number,
  ) => number
}

const scanModule = new WebAssembly.Module(readFileSync(new URL('./scan.wasm', import.meta.url)))

const pageBytes = 65_536
/** Start of the first record. A 0xFF is six octets before it, as `scan.wat` requires. */
const first = 16
/** The octet behind each text. */
export const separator = 0xff
/** Octets of a record behind its text: the separator and the slot. */
const tail = 6
/** The slot of a record that is no longer used. */
const deadSlot = 2 ** 30 - 1
/** Octets behind the records that a scan may read. */
const slack = 32
/** The minimum number of unused octets for a compaction. */
const leastDead = 65_536
const foundRoom = 1024

/** A record that a search found, and its key, which `scan.wat` describes. */
export type Ranked = { slot: number; key: number }

/**
 * Texts in one WebAssembly memory, as records that `scan.wat` describes. A text stays where it is until `compact` moves the texts together,
 * once a quarter of the octets is unused.
 */
export class TextHeap {
  readonly #memory = new WebAssembly.Memory({ initial: 1, maximum: 65_536 })
  readonly #scan: Scan
  #bytes = Buffer.from(this.#memory.buffer)
  #end = first
  #dead = 0
  /** 1 for each octet that a text may hold. */
  readonly #seen = new Uint8Array(256)
  /** The number of texts by their octets; the last one counts all longer texts as well. */
  readonly #lengths = new Uint32Array(256)

  constructor() {
    this.#scan = new WebAssembly.Instance(scanModule, { fleet: { memory: this.#memory } }).exports as Scan
    this.#bytes[first - tail] = separator
  }

  /** The current memory. The addition of a text can replace this object. */
  get bytes(): Buffer {
    return this.#bytes
  }

  get byteLength(): number {
    return this.#memory.buffer.byteLength
  }

  get seen(): Uint8Array {
    return this.#seen
  }

  /** The octets of the shortest text, at most 255. */
  get shortest(): number {
    const shortest = this.#lengths.findIndex((count) => count > 0)
    return shortest < 0 ? this.#lengths.length - 1 : shortest
  }

  get used(): number {
    return this.#end
  }

  /** Adds a text and returns its place. */
  add(slot: number, text: string): number {
    const plain = this.addPlain(slot, text)
    if (plain !== 0) return plain
    const start = this.#end
    const end = start + this.#bytes.write(text, start)
    for (let at = start; at < end; at++) this.#seen[this.#bytes[at]!] = 1
    return this.#close(end, slot)
  }

  /** Adds a text and returns its place if the text is ASCII without capital letters, which is its own folded form; otherwise returns 0. */
  addPlain(slot: number, text: string): number {
    this.#reserve(3 * text.length + tail + slack)
    const start = this.#end
    const bytes = this.#bytes
    const seen = this.#seen
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at)
      if (unit > 0x7f || (unit >= 0x41 && unit <= 0x5a)) return 0
      bytes[start + at] = unit
      seen[unit] = 1
    }
    return this.#close(start + text.length, slot)
  }

  /** Adds a text in octets of UTF-8 and returns its place. */
  addOctets(slot: number, octets: Uint8Array, from: number, to: number): number {
    this.#reserve(to - from + tail + slack)
    const start = this.#end
    const bytes = this.#bytes
    const seen = this.#seen
    for (let at = from; at < to; at++) {
      const octet = octets[at]!
      bytes[start + at - from] = octet
      seen[octet] = 1
    }
    return this.#close(start + to - from, slot)
  }

  remove(start: number): void {
    const bytes = this.#bytes
    let end = start
    for (; bytes[end] !== separator; end++) bytes[end] = separator
    this.#write(end, deadSlot)
    this.#dead += end - start + tail
    this.#lengths[this.#lengthClass(end - start)]!--
  }

  /** True if a quarter of the octets is unused. */
  get isLoose(): boolean {
    return this.#dead > leastDead && 4 * this.#dead > this.#end
  }

  /** Moves the texts together, and writes their new places to `starts`. */
  compact(starts: Uint32Array): void {
    const bytes = this.#bytes
    const last = this.#end
    let to = first
    let live = first
    for (let from = first; from < last;) {
      let end = this.endOf(from)
      while (bytes[end + 1] === separator) end++
      const slot = slotBehind(bytes, end)
      if (slot === deadSlot) {
        bytes.copyWithin(to, live, from)
        to += from - live
        live = end + tail
      } else starts[slot] = to + from - live
      from = end + tail
    }
    bytes.copyWithin(to, live, last)
    to += last - live
    this.#end = to
    this.#dead = 0
  }

  /** The place behind the text that starts at `start`. */
  endOf(start: number): number {
    const bytes = this.#bytes
    let end = start
    while (bytes[end] !== separator) end++
    return end
  }

  textAt(start: number): string {
    return this.#bytes.toString('utf8', start, this.endOf(start))
  }

  /** True if the text at `start` equals `text`. */
  equals(start: number, text: string): boolean {
    const bytes = this.#bytes
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at)
      if (unit > 0x7f) return this.textAt(start) === text
      if (bytes[start + at] !== unit) return false
    }
    return bytes[start + text.length] === separator
  }

  /** True if the text at `start` holds the needle. */
  holds(start: number, needle: Uint8Array): boolean {
    const bytes = this.#bytes
    const last = this.endOf(start) - needle.length
    for (let from = start; from <= last; from++) {
      let at = 0
      while (at < needle.length && bytes[from + at] === needle[at]) at++
      if (at === needle.length) return true
    }
    return false
  }

  /** True if a text can hold the needle, judged by its octets alone. */
  mayHold(needle: Uint8Array): boolean {
    return needle.every((octet) => this.#seen[octet] === 1)
  }

  /** Sets the bits of the slots below `slots` whose text holds the needle, which is not empty. The other bits stay. */
  mark(needle: Uint8Array, bits: Bitmap, slots: number): void {
    if (!this.mayHold(needle)) return
    const [needleAt, bitsAt] = this.#prepare(needle, bits.byteLength)
    const marked = new Uint32Array(this.#memory.buffer, bitsAt, bits.length)
    marked.set(bits)
    this.#scan.mark(first, this.#end, needleAt, needle.length, bitsAt, slots)
    bits.set(marked)
  }

  /**
   * Calls `take` with each slot whose text contains the needle. `take` returns the limits of the next matches: `bound` is the greatest key
   * that is still useful, `worst` the place of a text (0 for none). Texts with the key `bound` that come after that text are not useful.
   */
  rank(needle: Uint8Array, limits: { bound: number; worst: number }, take: (ranked: Ranked) => { bound: number; worst: number }): void {
    if (!this.mayHold(needle)) return
    const [needleAt, foundAt] = this.#prepare(needle, 8 * foundRoom + 4)
    const found = new Uint32Array(this.#memory.buffer, foundAt, 2 * foundRoom + 1)
    for (let from = first; from < this.#end; from = found[2 * foundRoom]!) {
      const { bound, worst } = limits
      const count = this.#scan.rank(from, this.#end, needleAt, needle.length, bound, worst, foundAt, foundRoom, foundAt + 8 * foundRoom)
      for (let at = 0; at < count; at++) limits = take({ slot: found[2 * at]!, key: found[2 * at + 1]! })
    }
  }

  /** Writes the needle behind the records. Returns its place and that of `room` octets behind it. */
  #prepare(needle: Uint8Array, room: number): [needleAt: number, roomAt: number] {
    const needleAt = this.#end + needle.length + slack
    const roomAt = (needleAt + needle.length + slack + 3) & ~3
    this.#reserve(roomAt + room - this.#end)
    this.#bytes.set(needle, needleAt)
    return [needleAt, roomAt]
  }

  /** Ends the last record at `end`. Returns its start. */
  #close(end: number, slot: number): number {
    const start = this.#end
    this.#lengths[this.#lengthClass(end - start)]!++
    this.#write(end, slot)
    this.#end = end + tail
    return start
  }

  #lengthClass(length: number): number {
    return Math.min(length, this.#lengths.length - 1)
  }

  #write(end: number, slot: number): void {
    const bytes = this.#bytes
    bytes[end] = separator
    for (let at = 1, rest = slot; at < tail; at++, rest >>>= 6) bytes[end + at] = 0x80 | (rest & 0x3f)
  }

  #reserve(room: number): void {
    const byteLength = this.#bytes.length
    if (this.#end + room <= byteLength) return
    const pages = Math.max(Math.ceil((this.#end + room - byteLength) / pageBytes), Math.ceil(byteLength / pageBytes / 16))
    this.#memory.grow(Math.min(pages, 65_536 - byteLength / pageBytes))
    this.#bytes = Buffer.from(this.#memory.buffer)
  }
}

function slotBehind(bytes: Uint8Array, end: number): number {
  let slot = 0
  for (let at = tail - 1; at > 0; at--) slot = (slot << 6) | (bytes[end + at]! & 0x3f)
  return slot
}
