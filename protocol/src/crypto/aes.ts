import { createCipheriv, createDecipheriv, createSecretKey } from 'node:crypto'
import type { Cipheriv, Decipheriv, KeyObject } from 'node:crypto'
import { ProtocolError } from '../errors.ts'

const zeroIv = new Uint8Array(16)

/** CBC that goes on from the last block of ciphertext instead of being set up anew. */
interface Chained<Cipher> {
  cipher: Cipher
  last: Uint8Array
}

/**
 * What is kept of a key as long as its octets are. Setting up a cipher costs several times as much as enciphering a frame; a key is
 * used for many.
 */
interface KeptKey {
  bits: number
  object: KeyObject
  encrypt?: Chained<Cipheriv>
  decrypt?: Chained<Decipheriv>
}

const keptKeys = new WeakMap<Uint8Array, KeptKey>()

function kept(key: Uint8Array): KeptKey {
  const known = keptKeys.get(key)
  if (known) return known
  if (key.length !== 16 && key.length !== 24 && key.length !== 32)
    throw new ProtocolError('key', `an AES key has 16, 24 or 32 octets, not ${key.length}`)
  const made = { bits: key.length * 8, object: createSecretKey(key) }
  keptKeys.set(key, made)
  return made
}

let scratch = new Uint8Array(2048)

function checkBlocks(blocks: Uint8Array): void {
  if (blocks.length === 0 || blocks.length % 16 !== 0) throw new RangeError(`${blocks.length} octets are no blocks`)
}

/** AES-ECB of whole blocks (used for one block: ICVs, subkeys and key check values). */
export function aesEcb(key: Uint8Array, blocks: Uint8Array): Uint8Array {
  // One block is CBC with a zero IV, for which most keys have a cipher anyway.
  if (blocks.length === 16) return aesCbcEncrypt(key, zeroIv, blocks)
  checkBlocks(blocks)
  const { bits, object } = kept(key)
  return createCipheriv(`aes-${bits}-ecb`, object, null).setAutoPadding(false).update(blocks)
}

/** AES-CBC of whole blocks, no padding added. */
export function aesCbcEncrypt(key: Uint8Array, iv: Uint8Array, blocks: Uint8Array): Uint8Array {
  checkBlocks(blocks)
  const of = kept(key)
  of.encrypt ??= { cipher: createCipheriv(`aes-${of.bits}-cbc`, of.object, zeroIv).setAutoPadding(false), last: new Uint8Array(16) }
  const { cipher, last } = of.encrypt
  if (scratch.length < blocks.length) scratch = new Uint8Array(blocks.length)
  scratch.set(blocks)
  // The cipher adds its last block to the first one; adding it beforehand as well leaves the IV.
  for (let i = 0; i < 16; i++) scratch[i]! ^= last[i]! ^ iv[i]!
  const out = cipher.update(scratch.subarray(0, blocks.length))
  last.set(out.subarray(-16))
  return out
}

/** AES-CBC of whole blocks, padding left in place. */
export function aesCbcDecrypt(key: Uint8Array, iv: Uint8Array, blocks: Uint8Array): Uint8Array {
  checkBlocks(blocks)
  const of = kept(key)
  of.decrypt ??= { cipher: createDecipheriv(`aes-${of.bits}-cbc`, of.object, zeroIv).setAutoPadding(false), last: new Uint8Array(16) }
  const { cipher, last } = of.decrypt
  const out = cipher.update(blocks)
  for (let i = 0; i < 16; i++) out[i]! ^= last[i]! ^ iv[i]!
  last.set(blocks.subarray(-16))
  return out
}

/** The last block of AES-CBC with a zero IV: the core of CMAC. */
export function aesCbcLastBlock(key: Uint8Array, blocks: Uint8Array): Uint8Array {
  return aesCbcEncrypt(key, zeroIv, blocks).subarray(-16)
}

/** ISO/IEC 7816-4 padding: 80 always, then 00 to a multiple of 16. */
export function pad80(data: Uint8Array): Uint8Array {
  const out = new Uint8Array((Math.floor(data.length / 16) + 1) * 16)
  out.set(data)
  out[data.length] = 0x80
  return out
}

/** Takes padding 80 00* away; null when it is not there or longer than a block. */
export function unpad80(padded: Uint8Array): Uint8Array | null {
  let at = padded.length - 1
  while (at >= 0 && padded[at] === 0) at--
  return at >= 0 && padded[at] === 0x80 && padded.length - at <= 16 ? padded.subarray(0, at) : null
}
