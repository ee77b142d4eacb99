import { randomFillSync } from 'node:crypto'

const octetsAtOnce = 12 * 1024

let random = Buffer.allocUnsafeSlow(0)
let used = 0

/**
 * Octets from the cryptographic generator, each of which is returned once. The generator is asked for many octets at once: a separate
 * request for each nonce costs more than the cipher that uses it.
 */
export function randomOctets(count: number): Uint8Array {
  if (used + count > random.length) {
    // The octets of earlier calls stay where they are: their readers may still hold them.
    random = randomFillSync(Buffer.allocUnsafeSlow(Math.max(octetsAtOnce, count)))
    used = 0
  }
  used += count
  return random.subarray(used - count, used)
}
