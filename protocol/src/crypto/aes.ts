import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { Cipheriv, Decipheriv } from 'node:crypto'
import { ProtocolError } from '../errors.ts'

export const zeroIv: Uint8Array = new Uint8Array(16)

let room = new Uint8Array(2048)

/** Octets for `CbcEncryptor.encryptRoom`. The next call returns the same ones. */
export function roomFor(length: number): Uint8Array {
  if (room.length < length) room = new Uint8Array(length)
  return room.subarray(0, length)
}

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
    const own = roomFor(blocks.length)
    own.set(blocks)
    return this.encryptRoom(iv, own)
  }

  /** As `encrypt`, for whole blocks that the caller has written into `roomFor`. */
  encryptRoom(iv: Uint8Array, blocks: Uint8Array): Uint8Array {
    // The cipher XORs its last block of ciphertext into the first block. XORing it in beforehand cancels it, and the IV remains.
    for (let i = 0; i < 16; i++) blocks[i]! ^= this.#last[i]! ^ iv[i]!
    const out = this.#cipher.update(blocks)
    copyEnd(out, this.#last)
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
    copyEnd(blocks, this.#last)
    return out
  }
}

/** Copies the last octets of `from` into `to`. A loop costs less than a view of so few octets. */
function copyEnd(from: Uint8Array, to: Uint8Array): void {
  const start = from.length - to.length
  for (let i = 0; i < to.length; i++) to[i] = from[start + i]!
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
  return newDecrypt(key, newEncrypt(key, zeroIv).update(ivBlock)).update(blocks)
}

// Node recognises the octets of a key by an exception, which costs several times as much as the cipher. A text needs none, and no objects of
// `createSecretKey` for the garbage collector.
const latin1 = { encoding: 'latin1' } as const
const textOf = (key: Uint8Array): string => Reflect.apply(String.fromCharCode, null, key)

// Encryption returns whole blocks at once, and its padding would follow at the end only. Decryption with padding keeps back a block.
const newEncrypt = (key: Uint8Array, iv: Uint8Array) => createCipheriv(algorithmOf(key, 'cbc'), textOf(key), iv, latin1)
const newDecrypt = (key: Uint8Array, iv: Uint8Array) =>
  createDecipheriv(algorithmOf(key, 'cbc'), textOf(key), iv, latin1).setAutoPadding(false)

function checkBlocks(blocks: Uint8Array): void {
  if (blocks.length === 0 || blocks.length % 16 !== 0) throw new RangeError(`${blocks.length} octets are not whole blocks of 16`)
}

/** AES-ECB of whole blocks, for ICVs, subkeys and key check values, which are one block. */
export function aesEcb(key: Uint8Array, blocks: Uint8Array): Uint8Array {
  // ECB of one block equals CBC with a zero IV, for which cached keys have a cipher.
  if (blocks.length === 16) return aesCbcEncrypt(key, zeroIv, blocks)
  checkBlocks(blocks)
  return createCipheriv(algorithmOf(key, 'ecb'), textOf(key), null, latin1).update(blocks)
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

/** Removes padding 80 00*: a view of the octets before it. Returns null when there is none or it is longer than a block. */
export function unpad80(padded: Uint8Array): Uint8Array | null {
  let at = padded.length - 1
  while (at >= 0 && padded[at] === 0) at--
  return at >= 0 && padded[at] === 0x80 && padded.length - at <= 16 ? new Uint8Array(padded.buffer, padded.byteOffset, at) : null
}
