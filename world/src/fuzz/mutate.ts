import type { Random } from '@simdeck/simulator/random.ts'
import { bytesOf, concat, uint } from '@simdeck/protocol/bytes.ts'

const edges = [0x00, 0x01, 0x02, 0x0f, 0x10, 0x7f, 0x80, 0x81, 0x82, 0x83, 0xfe, 0xff]

/** A random one of the values. */
export function pick<T>(random: Random, values: readonly T[]): T {
  return values[random.between(0, values.length - 1)]!
}

/** True with a probability of 1 in `times`. */
export function onceIn(random: Random, times: number): boolean {
  return random.between(1, times) === 1
}

/** An octet near a limit at which code usually branches, or a random one. */
export function edgeOctet(random: Random): number {
  return onceIn(random, 3) ? random.between(0, 255) : pick(random, edges)
}

/** Octets after their length in two octets, in the format of `Feed.block`. */
export function block(bytes: Uint8Array): Uint8Array {
  return concat(uint(bytes.length, 2), bytes)
}

/** The octets with `count` of them, from `at` on, replaced by `put`. */
export function splice(bytes: Uint8Array, at: number, count: number, put: Uint8Array): Uint8Array {
  const from = Math.min(at, bytes.length)
  return concat(bytes.subarray(0, from), put, bytes.subarray(Math.min(from + count, bytes.length)))
}

/** The sample, changed in one or more places; `others` provide octets to insert. */
export function mutate(random: Random, sample: Uint8Array, others: readonly Uint8Array[]): Uint8Array {
  let bytes = sample
  do bytes = changeOnce(random, bytes, others)
  while (onceIn(random, 2))
  return bytes
}

function changeOnce(random: Random, bytes: Uint8Array, others: readonly Uint8Array[]): Uint8Array {
  const at = random.between(0, Math.max(0, bytes.length - 1))
  const length = random.between(1, onceIn(random, 4) ? 64 : 4)
  switch (random.between(0, 9)) {
    case 0:
      return splice(bytes, at, 1, bytesOf((bytes[at] ?? 0) ^ (1 << random.between(0, 7))))
    case 1:
    case 2:
      return splice(bytes, at, 1, bytesOf(edgeOctet(random)))
    case 3:
      return splice(bytes, at, 1, bytesOf(((bytes[at] ?? 0) + random.between(-3, 3)) & 0xff))
    case 4:
      return splice(bytes, at, 2, bytesOf(edgeOctet(random), edgeOctet(random)))
    case 5:
      return splice(bytes, at, 0, random.bytes(length))
    case 6:
      return splice(bytes, at, length, bytesOf())
    case 7:
      return splice(bytes, at, 0, bytes.subarray(at, at + length))
    case 8: {
      const other = pick(random, others)
      const from = random.between(0, Math.max(0, other.length - 1))
      return splice(bytes, at, onceIn(random, 2) ? length : 0, other.subarray(from, from + length))
    }
    default:
      return bytes.slice(0, at)
  }
}
