/** Random numbers that are the same for the same seed (sfc32). They serve as nonces of virtual cards, never of real ones. */
export class Random {
  #a: number
  #b: number
  #c: number
  #counter = 1

  /** Any text is a seed. Different texts give independent streams. */
  constructor(seed: string) {
    let hash = 0x811c9dc5
    for (let i = 0; i < seed.length; i++) hash = Math.imul(hash ^ seed.charCodeAt(i), 0x01000193)
    this.#a = hash
    this.#b = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b)
    this.#c = Math.imul(seed.length + 1, 0xc2b2ae35)
    for (let i = 0; i < 16; i++) this.uint32()
  }

  uint32(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0
    this.#counter = (this.#counter + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0
    return sum >>> 0
  }

  /** Returns a number from 0 to 1, never 1 itself. */
  fraction(): number {
    return this.uint32() / 2 ** 32
  }

  /** Returns a whole number from `least` to `most`, both included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.fraction() * (most - least + 1))
  }

  bytes(length: number): Uint8Array {
    const out = new Uint8Array(length)
    for (let i = 0; i < length; i++) out[i] = this.uint32() >>> 24
    return out
  }
}
