/** One bit for each slot; words of 32 bits, the lowest bit first. */
export type Bitmap = Uint32Array<ArrayBuffer>

export const bitmapOf = (slots: number): Bitmap => new Uint32Array((slots + 31) >>> 5)

export const hasBit = (bits: Bitmap, slot: number): boolean => ((bits[slot >>> 5]! >>> (slot & 31)) & 1) === 1

export function setBit(bits: Bitmap, slot: number): void {
  bits[slot >>> 5]! |= 1 << (slot & 31)
}

export function clearBit(bits: Bitmap, slot: number): void {
  bits[slot >>> 5]! &= ~(1 << (slot & 31))
}

export function writeBit(bits: Bitmap, slot: number, value: boolean): void {
  if (value) setBit(bits, slot)
  else clearBit(bits, slot)
}

/** Sets the bits of slots from 0 to `slots` for which the predicate holds, and clears the others. */
export function fillBits(bits: Bitmap, slots: number, holds: (slot: number) => boolean): void {
  for (let word = 0, first = 0; first < slots; word++, first += 32) {
    const end = Math.min(32, slots - first)
    let value = 0
    for (let bit = 0; bit < end; bit++) if (holds(first + bit)) value |= 1 << bit
    bits[word] = value
  }
}

function bitsOf(word: number): number {
  let value = word - ((word >>> 1) & 0x55555555)
  value = (value & 0x33333333) + ((value >>> 2) & 0x33333333)
  return Math.imul((value + (value >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

export function countBits(bits: Bitmap): number {
  let count = 0
  for (let word = 0; word < bits.length; word++) count += bitsOf(bits[word]!)
  return count
}

/** The slots whose bit is set, ascending. `count` is their number. */
export function slotsIn(bits: Bitmap, count: number): Uint32Array<ArrayBuffer> {
  const slots = new Uint32Array(count)
  for (let word = 0, at = 0; at < count; word++)
    for (let value = bits[word]!; value !== 0; value &= value - 1) slots[at++] = (word << 5) + 31 - Math.clz32(value & -value)
  return slots
}

/** A copy with room for more slots. */
export function widened(bits: Bitmap, slots: number): Bitmap {
  const wider = bitmapOf(slots)
  wider.set(bits)
  return wider
}
