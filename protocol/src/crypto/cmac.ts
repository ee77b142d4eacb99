import { CbcEncryptor, hasCachedCiphers, roomFor, zeroIv } from './aes.ts'

const known = new WeakMap<Uint8Array, Cmac>()

/** Returns the AES-CMAC under a key. It is cached if `cacheCiphersOf` was called for the key. */
export function cmacOf(key: Uint8Array): Cmac {
  if (!hasCachedCiphers(key)) return new Cmac(key)
  let cmac = known.get(key)
  if (!cmac) known.set(key, (cmac = new Cmac(key)))
  return cmac
}

/** AES-CMAC (NIST SP 800-38B) under one key; the two subkeys are derived once. */
export class Cmac {
  readonly #cipher: CbcEncryptor
  readonly #k1: Uint8Array
  #k2: Uint8Array | undefined

  constructor(key: Uint8Array) {
    this.#cipher = new CbcEncryptor(key)
    this.#k1 = double(this.#cipher.encrypt(zeroIv, zeroIv))
  }

  /** Computes the MAC, all 16 octets of it, over the parts in order. */
  mac(...parts: readonly Uint8Array[]): Uint8Array {
    let length = 0
    for (const part of parts) length += part.length
    const whole = length > 0 && length % 16 === 0
    const blocks = roomFor(whole ? length : (Math.floor(length / 16) + 1) * 16)
    let at = 0
    for (const part of parts) {
      blocks.set(part, at)
      at += part.length
    }
    blocks.fill(0, at)
    if (!whole) blocks[length] = 0x80
    const subkey = whole ? this.#k1 : (this.#k2 ??= double(this.#k1))
    const last = blocks.length - 16
    for (let i = 0; i < 16; i++) blocks[last + i]! ^= subkey[i]!
    return this.#cipher.encryptRoom(zeroIv, blocks).subarray(-16)
  }
}

function double(block: Uint8Array): Uint8Array {
  const out = new Uint8Array(16)
  for (let i = 0; i < 16; i++) out[i] = ((block[i]! << 1) | ((block[i + 1] ?? 0) >> 7)) & 0xff
  if (block[0]! & 0x80) out[15]! ^= 0x87
  return out
}
