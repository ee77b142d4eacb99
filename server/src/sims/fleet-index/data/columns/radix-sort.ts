/** Sorts slots by keys of 32 bits. Slots with equal keys keep their order. */
export class RadixSort {
  readonly keys: Uint32Array
  #otherKeys: Uint32Array
  #otherSlots: Uint32Array
  readonly #counts = new Uint32Array(2048)

  /** `most` is the greatest number of slots in one call. */
  constructor(most: number) {
    this.keys = new Uint32Array(most)
    this.#otherKeys = new Uint32Array(most)
    this.#otherSlots = new Uint32Array(most)
  }

  /** Sorts `slots[from…to]`, and `keys[0…to − from]` with them. */
  sort(slots: Uint32Array, from: number, to: number): void {
    const count = to - from
    const width = count < 4096 ? 8 : 11
    const given = slots.subarray(from, to)
    let keys: Uint32Array = this.keys.subarray(0, count)
    let nextKeys: Uint32Array = this.#otherKeys.subarray(0, count)
    let values = given
    let nextValues: Uint32Array = this.#otherSlots.subarray(0, count)
    for (let shift = 0; shift < 32; shift += width) {
      if (!this.#pass(keys, values, nextKeys, nextValues, shift, (1 << width) - 1)) continue
      ;[keys, nextKeys] = [nextKeys, keys]
      ;[values, nextValues] = [nextValues, values]
    }
    if (values === given) return
    nextKeys.set(keys)
    nextValues.set(values)
  }

  /** Sorts by one digit of the keys. False if all keys have the same digit. */
  #pass(keys: Uint32Array, values: Uint32Array, nextKeys: Uint32Array, nextValues: Uint32Array, shift: number, mask: number): boolean {
    const counts = this.#counts
    const count = keys.length
    counts.fill(0, 0, mask + 1)
    for (let at = 0; at < count; at++) counts[(keys[at]! >>> shift) & mask]!++
    if (counts[(keys[0]! >>> shift) & mask] === count) return false
    for (let digit = 0, start = 0; digit <= mask; digit++) {
      const next = start + counts[digit]!
      counts[digit] = start
      start = next
    }
    for (let at = 0; at < count; at++) {
      const key = keys[at]!
      const place = counts[(key >>> shift) & mask]!++
      nextKeys[place] = key
      nextValues[place] = values[at]!
    }
    return true
  }
}
