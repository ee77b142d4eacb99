import { readFileSync } from 'node:fs'
import type { Bitmap } from './bitmap.ts'

type Operations = {
  common: (to: number, one: number, other: number, octets: number) => number
  without: (to: number, one: number, other: number, octets: number) => number
  either: (to: number, one: number, other: number, octets: number) => void
  countCommon: (one: number, other: number, octets: number) => number
  pick: (bits: number, octets: number, skip: number, take: number, found: number) => number
}

const bitsModule = new WebAssembly.Module(readFileSync(new URL('./bits.wasm', import.meta.url)))

const pageBytes = 65_536
/** The operations process as many slots at a time. */
const slotsAtOnce = 128
/** The number of bitmaps. The system provides their memory when they are first written. */
const most = 1024
/** Bitmaps that are left for those that must have one. */
const reserved = 320
/** The first octets of the memory hold the slots that `pick` finds. */
const foundOctets = 4096

/** Bitmaps of one length in a WebAssembly memory, and the operations on them that `bits.wat` describes. */
export class BitmapPool {
  readonly #memory: WebAssembly.Memory
  readonly #operations: Operations
  readonly #octets: number
  readonly #found: Uint32Array
  readonly #free: Bitmap[] = []
  /** Bitmaps that are free after `reuseScratch`. */
  readonly #left: Bitmap[] = []
  readonly #scratch: Bitmap[] = []
  #scratchUsed = 0
  #made = 0

  /** `slots` is the number of slots that a bitmap has at least. */
  constructor(slots: number) {
    this.#octets = (slotsAtOnce / 8) * Math.max(1, Math.ceil(slots / slotsAtOnce))
    this.#memory = new WebAssembly.Memory({ initial: Math.min(pageBytes, Math.ceil((foundOctets + most * this.#octets) / pageBytes)) })
    this.#operations = new WebAssembly.Instance(bitsModule, { fleet: { memory: this.#memory } }).exports as Operations
    this.#found = new Uint32Array(this.#memory.buffer, 0, foundOctets / 4)
  }

  /** The memory that was used. */
  get bytes(): number {
    return this.#made * this.#octets
  }

  /** True if this number of bitmaps can be taken for a purpose that has another way as well. */
  hasRoomFor(count: number): boolean {
    return most - this.#made + this.#free.length >= reserved + count
  }

  /** A bitmap without set bits. */
  take(): Bitmap {
    return (this.#free.pop() ?? this.#make()).fill(0)
  }

  /** Takes a bitmap back, which the caller no longer uses. */
  give(bitmap: Bitmap): void {
    this.#free.push(bitmap)
  }

  /** Takes a bitmap back, which is in use until `reuseScratch`. */
  giveLater(bitmap: Bitmap): void {
    this.#left.push(bitmap)
  }

  /** A bitmap with any bits, which is valid until `reuseScratch`. */
  scratch(): Bitmap {
    const known = this.#scratch[this.#scratchUsed++]
    if (known) return known
    const made = this.#free.pop() ?? this.#make()
    this.#scratch.push(made)
    return made
  }

  reuseScratch(): void {
    this.#scratchUsed = 0
    this.#free.push(...this.#left.splice(0))
  }

  /** Sets `to` to the slots that are in both, and returns their number. */
  common(to: Bitmap, one: Bitmap, other: Bitmap): number {
    return this.#operations.common(to.byteOffset, one.byteOffset, other.byteOffset, this.#octets)
  }

  /** Sets `to` to the slots that are in the first and not in the second, and returns their number. */
  without(to: Bitmap, one: Bitmap, other: Bitmap): number {
    return this.#operations.without(to.byteOffset, one.byteOffset, other.byteOffset, this.#octets)
  }

  /** Sets `to` to the slots that are in one of them. */
  either(to: Bitmap, one: Bitmap, other: Bitmap): void {
    this.#operations.either(to.byteOffset, one.byteOffset, other.byteOffset, this.#octets)
  }

  countCommon(one: Bitmap, other: Bitmap): number {
    return this.#operations.countCommon(one.byteOffset, other.byteOffset, this.#octets)
  }

  /** Up to `take` slots of a bitmap, ascending, after the first `skip` of them. */
  pick(bits: Bitmap, skip: number, take: number): number[] {
    const picked: number[] = []
    while (picked.length < take) {
      const wanted = Math.min(take - picked.length, this.#found.length)
      const count = this.#operations.pick(bits.byteOffset, this.#octets, skip + picked.length, wanted, 0)
      for (let at = 0; at < count; at++) picked.push(this.#found[at]!)
      if (count < wanted) break
    }
    return picked
  }

  #make(): Bitmap {
    if (this.#made === most) throw new Error('all bitmaps are in use')
    return new Uint32Array(this.#memory.buffer, foundOctets + this.#made++ * this.#octets, this.#octets / 4)
  }
}
