import { crc32, deflateRawSync } from 'node:zlib'
import type { Random } from '@simdeck/simulator/random.ts'
import { bytesOf, concat } from '@simdeck/protocol/bytes.ts'
import type { CapEntry } from '@simdeck/protocol/cap/read-cap.ts'
import { edgeOctet, onceIn, pick } from './mutate.ts'

const text = new TextEncoder()
const le16 = (value: number): Uint8Array => bytesOf(value & 0xff, (value >> 8) & 0xff)
const le32 = (value: number): Uint8Array => concat(le16(value & 0xffff), le16(value >>> 16))

const dataDescriptorFollows = 0x08
const names = ['../x', '/x', 'a\\b', 'C:x', 'x/', '.', '', 'com/example/sample/javacard/Header.cap', '\u0000', '\uD800']
const extras = ['01000800ffffffffffffffff', '01001000000000000000000000000000000000ff', '7570050001000000000a', 'ffff', '0000ffff']

/** Writes zips with some wrong fields: `faultRate` is their share, from 0 to 1. */
export class HostileZip {
  readonly #random: Random
  readonly #faultRate: number

  constructor(random: Random, faultRate: number) {
    this.#random = random
    this.#faultRate = faultRate
  }

  write(entries: readonly CapEntry[]): Uint8Array {
    const locals: Uint8Array[] = []
    const directory: Uint8Array[] = []
    let offset = 0
    for (const entry of entries) {
      const { local, central } = this.#entry(entry, offset)
      locals.push(local)
      directory.push(central)
      offset += local.length
    }
    const central = concat(...directory)
    const count = this.#u16(entries.length)
    const end = concat(bytesOf(0x50, 0x4b, 5, 6), this.#u16(0), this.#u16(0), count, count, this.#u32(central.length), this.#u32(offset))
    return concat(...locals, central, end, this.#u16(0))
  }

  #entry({ path, bytes }: CapEntry, offset: number): { local: Uint8Array; central: Uint8Array } {
    const name = text.encode(this.#isFaulty() ? pick(this.#random, names) : path)
    const deflated = onceIn(this.#random, 2)
    const data = deflated ? deflateRawSync(bytes, { level: 1 }) : bytes
    const extra = this.#isFaulty() ? Buffer.from(pick(this.#random, extras), 'hex') : bytesOf()
    const described = onceIn(this.#random, 4)
    const flags = this.#u16(described ? dataDescriptorFollows : 0)
    const method = this.#u16(deflated ? 8 : 0)
    const sums = concat(this.#u32(crc32(bytes)), this.#u32(data.length), this.#u32(bytes.length))
    const stamp = le32(0x5a210000)
    const shown = described ? new Uint8Array(12) : sums
    const lengths = concat(this.#u16(name.length), this.#u16(extra.length))
    const local = concat(
      bytesOf(0x50, 0x4b, 3, 4),
      le16(20),
      flags,
      method,
      stamp,
      shown,
      lengths,
      name,
      extra,
      data,
      described ? sums : bytesOf(),
    )
    const rest = concat(this.#u16(0), this.#u16(0), this.#u16(0), le32(0), this.#u32(offset))
    return { local, central: concat(bytesOf(0x50, 0x4b, 1, 2), le16(20), le16(20), flags, method, stamp, sums, lengths, rest, name, extra) }
  }

  #isFaulty(): boolean {
    return this.#random.fraction() < this.#faultRate
  }

  #u16(value: number): Uint8Array {
    return this.#isFaulty() ? bytesOf(edgeOctet(this.#random), edgeOctet(this.#random)) : le16(value)
  }

  #u32(value: number): Uint8Array {
    return this.#isFaulty() ? concat(this.#u16(value + this.#random.between(-2, 2)), le16(edgeOctet(this.#random))) : le32(value)
  }
}
