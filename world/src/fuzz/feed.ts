/** Reads the fields of an input. Beyond the end every value is 0 or empty, so an input may be cut anywhere. */
export class Feed {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get done(): boolean {
    return this.#at >= this.#bytes.length
  }

  octet(): number {
    return this.#bytes[this.#at++] ?? 0
  }

  uint16(): number {
    return this.octet() * 256 + this.octet()
  }

  /** Octets that follow their length in two octets. */
  block(): Uint8Array {
    return this.take(this.uint16())
  }

  take(length: number): Uint8Array {
    this.#at += length
    return this.#bytes.subarray(this.#at - length, this.#at)
  }

  rest(): Uint8Array {
    const rest = this.#bytes.subarray(this.#at)
    this.#at = this.#bytes.length
    return rest
  }
}
