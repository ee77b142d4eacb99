/** The constants of SHA-256, from the cube roots of the first 64 primes (FIPS 180-4 §4.2.2). */
const constants = Uint32Array.from(firstPrimes(64), (prime) => Math.floor((Math.cbrt(prime) % 1) * 2 ** 32))

function firstPrimes(count: number): number[] {
  const primes: number[] = []
  for (let next = 2; primes.length < count; next++) if (primes.every((prime) => next % prime !== 0)) primes.push(next)
  return primes
}

const turned = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits))

/** One block of 64 octets of SHA-256 (FIPS 180-4 §6.2.2). */
function compress(state: Uint32Array, block: Uint8Array): void {
  const words = new Uint32Array(64)
  const view = new DataView(block.buffer, block.byteOffset, 64)
  for (let t = 0; t < 16; t++) words[t] = view.getUint32(4 * t)
  for (let t = 16; t < 64; t++) {
    const [early, late] = [words[t - 15]!, words[t - 2]!]
    const s0 = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3)
    const s1 = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10)
    words[t] = s1 + words[t - 7]! + s0 + words[t - 16]!
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number]
  for (let t = 0; t < 64; t++) {
    const first = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + constants[t]! + words[t]!) | 0
    const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0]
  }
  for (const [at, word] of [a, b, c, d, e, f, g, h].entries()) state[at] = state[at]! + word
}

/**
 * Completes a SHA-256 that a device has begun: the state after the whole blocks, the octets after them, and the length of the whole text.
 * Null if the length does not fit the octets.
 */
export function finishHash(intermediate: Uint8Array, rest: Uint8Array, length: number): Uint8Array | null {
  if (intermediate.length !== 32 || rest.length > 128 || rest.length !== length - Math.floor((length - rest.length) / 64) * 64) return null
  const state = new Uint32Array(8)
  const view = new DataView(intermediate.buffer, intermediate.byteOffset, 32)
  for (let at = 0; at < 8; at++) state[at] = view.getUint32(4 * at)
  const padded = new Uint8Array(64 * Math.ceil((rest.length + 9) / 64))
  padded.set(rest)
  padded[rest.length] = 0x80
  new DataView(padded.buffer).setBigUint64(padded.length - 8, BigInt(length) * 8n)
  for (let at = 0; at < padded.length; at += 64) compress(state, padded.subarray(at, at + 64))
  const hash = new Uint8Array(32)
  const out = new DataView(hash.buffer)
  for (const [at, word] of state.entries()) out.setUint32(4 * at, word)
  return hash
}
