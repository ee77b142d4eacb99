import { createCipheriv, createDecipheriv, createSecretKey } from 'node:crypto'
import type { Cipheriv, Decipheriv } from 'node:crypto'
import { ProtocolError } from '../errors.ts'

export const zeroIv: Uint8Array = new Uint8Array(16)

let scratch = new Uint8Array(2048)

/** AES-CBC encryption under one key for many messages. One cipher serves all, since setting up a cipher is slow. */
export class CbcEncryptor {
  readonly #cipher: Cipheriv
  readonly #last = new Uint8Array(16)

  constructor(key: Uint8Array) {
    this.#cipher = newEncrypt(key, zeroIv)
  }

  /** Encrypts whole blocks and adds no padding. */
  encrypt(iv: Uint8Array, blocks: Uint8Array): Uint8Array {
    checkBlocks(blocks)
    if (scratch.length < blocks.length) scratch = new Uint8Array(blocks.length)
    scratch.set(blocks)
    // The cipher XORs its last block of ciphertext into the first block. XORing it in beforehand cancels it, and the IV remains.
    for (let i = 0; i < 16; i++) scratch[i]! ^= this.#last[i]! ^ iv[i]!
    const out = this.#cipher.update(scratch.subarray(0, blocks.length))
    this.#last.set(out.subarray(-16))
    return out
  }
}

/** AES-CBC decryption under one key for many messages. */
class CbcDecryptor {
  readonly #cipher: Decipheriv
  readonly #last = new Uint8Array(16)

  constructor(key: Uint8Array) {
    this.#cipher = newDecrypt(key, zeroIv)
  }

  decrypt(iv: Uint8Array, blocks: Uint8Array): Uint8Array {
    const out = this.#cipher.update(blocks)
    for (let i = 0; i < 16; i++) out[i]! ^= this.#last[i]! ^ iv[i]!
    this.#last.set(blocks.subarray(-16))
    return out
  }
}

/** The ciphers of a key, which live as long as the octets of the key. */
interface CachedKey {
  encrypt?: CbcEncryptor
  decrypt?: CbcDecryptor
}

const cachedKeys = new WeakMap<Uint8Array, CachedKey>()

/**
 * Caches the ciphers of a key that is used for many messages, such as a key of a secure channel: setting up a cipher costs several times as
 * much as encrypting a command. For a key that is used once or twice, the cache costs more than it saves.
 */
export function cacheCiphersOf(key: Uint8Array): void {
  if (!cachedKeys.has(key)) cachedKeys.set(key, {})
}

export function hasCachedCiphers(key: Uint8Array): boolean {
  return cachedKeys.has(key)
}

function algorithmOf(key: Uint8Array, mode: 'cbc' | 'ecb'): string {
  if (key.length !== 16 && key.length !== 24 && key.length !== 32)
    throw new ProtocolError('key', `an AES key has 16, 24 or 32 octets, not ${key.length}`)
  return `aes-${key.length * 8}-${mode}`
}

/**
 * Encrypts blocks in AES-CBC under an IV that is itself the encryption of `ivBlock`. One call of the cipher does both: CBC with a zero IV
 * over `ivBlock` and the blocks first encrypts `ivBlock`, and chains the blocks on.
 */
export function sealCbc(key: Uint8Array, ivBlock: Uint8Array, blocks: Uint8Array): Uint8Array {
  const whole = new Uint8Array(16 + blocks.length)
  whole.set(ivBlock)
  whole.set(blocks, 16)
  return aesCbcEncrypt(key, zeroIv, whole).subarray(16)
}

/** Decrypts what `sealCbc` encrypted, and leaves padding in place. */
export function openCbc(key: Uint8Array, ivBlock: Uint8Array, blocks: Uint8Array): Uint8Array {
  if (cachedKeys.has(key)) return aesCbcDecrypt(key, aesEcb(key, ivBlock), blocks)
  checkBlocks(blocks)
  const object = createSecretKey(key)
  const iv = createCipheriv(algorithmOf(key, 'cbc'), object, zeroIv).setAutoPadding(false).update(ivBlock)
  return createDecipheriv(algorithmOf(key, 'cbc'), object, iv).setAutoPadding(false).update(blocks)
}

// Node makes a cipher from a key object in a quarter of the time that it takes from octets.
const newEncrypt = (key: Uint8Array, iv: Uint8Array) =>
  createCipheriv(algorithmOf(key, 'cbc'), createSecretKey(key), iv).setAutoPadding(false)
const newDecrypt = (key: Uint8Array, iv: Uint8Array) =>
  createDecipheriv(algorithmOf(key, 'cbc'), createSecretKey(key), iv).setAutoPadding(false)

function checkBlocks(blocks: Uint8Array): void {
  if (blocks.length === 0 || blocks.length % 16 !== 0) throw new RangeError(`${blocks.length} octets are not whole blocks of 16`)
}

/** AES-ECB of whole blocks, for ICVs, subkeys and key check values, which are one block. */
export function aesEcb(key: Uint8Array, blocks: Uint8Array): Uint8Array {
  // ECB of one block equals CBC with a zero IV, for which cached keys have a cipher.
  if (blocks.length === 16) return aesCbcEncrypt(key, zeroIv, blocks)
  checkBlocks(blocks)
  return createCipheriv(algorithmOf(key, 'ecb'), createSecretKey(key), null).setAutoPadding(false).update(blocks)
}

/** Encrypts whole blocks in AES-CBC and adds no padding. */
export function aesCbcEncrypt(key: Uint8Array, iv: Uint8Array, blocks: Uint8Array): Uint8Array {
  checkBlocks(blocks)
  const cached = cachedKeys.get(key)
  if (!cached) return newEncrypt(key, iv).update(blocks)
  cached.encrypt ??= new CbcEncryptor(key)
  return cached.encrypt.encrypt(iv, blocks)
}

/** Decrypts whole blocks in AES-CBC and leaves padding in place. */
export function aesCbcDecrypt(key: Uint8Array, iv: Uint8Array, blocks: Uint8Array): Uint8Array {
  checkBlocks(blocks)
  const cached = cachedKeys.get(key)
  if (!cached) return newDecrypt(key, iv).update(blocks)
  cached.decrypt ??= new CbcDecryptor(key)
  return cached.decrypt.decrypt(iv, blocks)
}

/** Adds ISO/IEC 7816-4 padding: 80 always, then 00 to a multiple of 16. */
export function pad80(data: Uint8Array): Uint8Array {
  const out = new Uint8Array((Math.floor(data.length / 16) + 1) * 16)
  out.set(data)
  out[data.length] = 0x80
  return out
}

/** Removes padding 80 00*. Returns null when there is none or it is longer than a block. */
export function unpad80(padded: Uint8Array): Uint8Array | null {
  let at = padded.length - 1
  while (at >= 0 && padded[at] === 0) at--
  return at >= 0 && padded[at] === 0x80 && padded.length - at <= 16 ? padded.subarray(0, at) : null
}
