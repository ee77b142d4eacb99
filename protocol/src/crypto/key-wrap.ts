import { createCipheriv, createDecipheriv } from 'node:crypto'
import { ProtocolError } from '../errors.ts'

/** The initial value of RFC 3394 §2.2.3.1. */
const initialValue = new Uint8Array(8).fill(0xa6)
const blockLength = 8

const algorithms: Readonly<Record<number, string>> = { 16: 'id-aes128-wrap', 24: 'id-aes192-wrap', 32: 'id-aes256-wrap' }

/** Throws `ProtocolError('key')` for a key that is no AES key. */
function algorithmFor(key: Uint8Array): string {
  const algorithm = algorithms[key.length]
  if (algorithm === undefined) throw new ProtocolError('key', 'a key-encryption key has 16, 24 or 32 octets')
  return algorithm
}

/** The octets that `wrapKey` makes of a key of `length` octets. */
export const wrappedLength = (length: number): number => length + blockLength

/** True for the length of a key that can be wrapped: whole blocks, at least two. */
export const isWrappable = (length: number): boolean => length >= 2 * blockLength && length % blockLength === 0

/** Wraps a key of whole blocks of 8 octets, at least two, under an AES key (RFC 3394). Throws `ProtocolError('key' | 'lengths')`. */
export function wrapKey(transportKey: Uint8Array, key: Uint8Array): Uint8Array {
  if (!isWrappable(key.length)) throw new ProtocolError('lengths', 'the key has no whole blocks')
  const cipher = createCipheriv(algorithmFor(transportKey), transportKey, initialValue)
  return new Uint8Array(Buffer.concat([cipher.update(key), cipher.final()]))
}

/** The key in `wrapped`; null if it was wrapped under another key or changed. Throws `ProtocolError('key' | 'lengths')`. */
export function unwrapKey(transportKey: Uint8Array, wrapped: Uint8Array): Uint8Array | null {
  if (wrapped.length < 3 * blockLength || wrapped.length % blockLength !== 0)
    throw new ProtocolError('lengths', 'the wrapped key has no whole blocks')
  const decipher = createDecipheriv(algorithmFor(transportKey), transportKey, initialValue)
  try {
    return new Uint8Array(Buffer.concat([decipher.update(wrapped), decipher.final()]))
  } catch {
    return null
  }
}
