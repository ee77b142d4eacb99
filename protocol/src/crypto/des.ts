import { createCipheriv, createDecipheriv } from 'node:crypto'
import { concat } from '../bytes.ts'
import { ProtocolError } from '../errors.ts'

export const desBlock = 8
const zeroIv = new Uint8Array(desBlock)

/** The modes of SCP80: CBC with a zero IV, and ECB. */
export type DesMode = 'cbc' | 'ecb'

/**
 * The three keys of triple DES. One key of 8 octets is used three times, which is single DES; of two keys, the first is used again as the
 * third.
 */
function threeKeys(key: Uint8Array, keyLength: number): Uint8Array {
  if (key.length !== keyLength) throw new ProtocolError('key', `the DES key has ${key.length} octets, not ${keyLength}`)
  if (key.length === 24) return key
  return concat(key, key.length === 8 ? concat(key, key) : key.subarray(0, 8))
}

const algorithms = { cbc: 'des-ede3-cbc', ecb: 'des-ede3' } as const
const ivOf = (mode: DesMode): Uint8Array | null => (mode === 'cbc' ? zeroIv : null)

/** Encrypts whole blocks under a key of `keyLength` octets (8, 16 or 24) and adds no padding. Throws `ProtocolError('key')`. */
export function desEncrypt(mode: DesMode, keyLength: number, key: Uint8Array, blocks: Uint8Array): Uint8Array {
  return createCipheriv(algorithms[mode], threeKeys(key, keyLength), ivOf(mode)).setAutoPadding(false).update(blocks)
}

/** Decrypts whole blocks and leaves padding in place. Throws `ProtocolError('key')`. */
export function desDecrypt(mode: DesMode, keyLength: number, key: Uint8Array, blocks: Uint8Array): Uint8Array {
  return createDecipheriv(algorithms[mode], threeKeys(key, keyLength), ivOf(mode)).setAutoPadding(false).update(blocks)
}

/** The DES MAC: the last block of CBC over the octets, which zeros fill to whole blocks (ISO/IEC 9797-1, algorithm 1, padding 1). */
export function desMac(keyLength: number, key: Uint8Array, octets: Uint8Array): Uint8Array {
  const blocks = new Uint8Array(Math.max(1, Math.ceil(octets.length / desBlock)) * desBlock)
  blocks.set(octets)
  return desEncrypt('cbc', keyLength, key, blocks).slice(-desBlock)
}
