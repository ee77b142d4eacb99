import { createCipheriv, createDecipheriv, createSecretKey } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { ProtocolError } from '../errors.ts'

const zeroIv = new Uint8Array(16)

const keyObjects = new WeakMap<Uint8Array, KeyObject>()

/** Handing raw octets to the cipher costs five times as much as the cipher; a key is used for many blocks. */
function keyObject(key: Uint8Array): KeyObject {
  const known = keyObjects.get(key)
  if (known) return known
  const made = createSecretKey(key)
  keyObjects.set(key, made)
  return made
}

function checkKey(key: Uint8Array): number {
  if (key.length !== 16 && key.length !== 24 && key.length !== 32)
    throw new ProtocolError('key', `an AES key has 16, 24 or 32 octets, not ${key.length}`)
  return key.length * 8
}

/** AES-ECB of whole blocks (used for one block: ICVs and key check values). */
export function aesEcb(key: Uint8Array, blocks: Uint8Array): Uint8Array {
  const cipher = createCipheriv(`aes-${checkKey(key)}-ecb`, keyObject(key), null).setAutoPadding(false)
  return cipher.update(blocks)
}

/** AES-CBC of whole blocks, no padding added. */
export function aesCbcEncrypt(key: Uint8Array, iv: Uint8Array, blocks: Uint8Array): Uint8Array {
  const cipher = createCipheriv(`aes-${checkKey(key)}-cbc`, keyObject(key), iv).setAutoPadding(false)
  return cipher.update(blocks)
}

/** AES-CBC of whole blocks, padding left in place. */
export function aesCbcDecrypt(key: Uint8Array, iv: Uint8Array, blocks: Uint8Array): Uint8Array {
  const decipher = createDecipheriv(`aes-${checkKey(key)}-cbc`, keyObject(key), iv).setAutoPadding(false)
  return decipher.update(blocks)
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
