const limit = 32_768

/**
 * The slots that changed lately, in the order of their changes. A reader keeps the position up to which it knows the changes. Nothing is
 * stored before the first reader asks for a position.
 */
export class Journal {
  #position = 0
  /** The position at which the storing began. */
  #from = 0
  #slots: Uint32Array<ArrayBuffer> | null = null

  get position(): number {
    if (this.#slots === null) {
      this.#slots = new Uint32Array(64)
      this.#from = this.#position
    }
    return this.#position
  }

  add(slot: number): void {
    const at = this.#position++ - this.#from
    if (this.#slots === null) return
    if (at === this.#slots.length && at < limit) {
      const longer = new Uint32Array(2 * at)
      longer.set(this.#slots)
      this.#slots = longer
    }
    this.#slots[at & (this.#slots.length - 1)] = slot
  }

  /** Reports to the readers that any slot may have changed. */
  addAll(): void {
    this.#position += limit + 1
  }

  /** The slots that changed since a position, some of them several times; null if they are no longer stored. */
  since(position: number): Uint32Array | null {
    const count = this.#position - position
    if (count === 0 || this.#slots === null) return new Uint32Array(0)
    const { length } = this.#slots
    if (count > length) return null
    const [start, end] = [(position - this.#from) & (length - 1), (this.#position - this.#from) & (length - 1)]
    if (start < end) return this.#slots.subarray(start, end)
    const slots = new Uint32Array(count)
    slots.set(this.#slots.subarray(start))
    slots.set(this.#slots.subarray(0, end), length - start)
    return slots
  }

  get bytes(): number {
    return this.#slots?.byteLength ?? 0
  }
}
