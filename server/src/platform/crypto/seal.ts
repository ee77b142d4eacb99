import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import { randomOctets } from './random-octets.ts'

/** The context of an encrypted value: the value can be decrypted for the same context only. */
export type SealContext = { table: string; row: string; column: string }

const keyId = 1
const nonceBytes = 12
const fingerprintBytes = 16

/**
 * AES-256-GCM under the master key. Layout: key id (1) | nonce (12) | ciphertext | tag (16);
 * table, row, column and key id are associated data.
 */
export class Sealer {
  readonly #key: KeyObject
  readonly #fingerprintKey: KeyObject

  constructor(masterKeyHex: string) {
    this.#key = createSecretKey(deriveKey(masterKeyHex, 'seal'))
    this.#fingerprintKey = createSecretKey(deriveKey(masterKeyHex, 'fingerprints'))
  }

  seal(plain: Uint8Array, at: SealContext): Buffer {
    const nonce = randomOctets(nonceBytes)
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce).setAAD(associated(at, keyId))
    return Buffer.concat([Buffer.of(keyId), nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
  }

  /** Throws if the value was encrypted for another context or with another key, or was changed. */
  open(sealed: Uint8Array, at: SealContext): Uint8Array {
    const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
    const decipher = createDecipheriv('aes-256-gcm', this.#key, bytes.subarray(1, 13))
      .setAAD(associated(at, bytes[0] ?? 0))
      .setAuthTag(bytes.subarray(-16))
    const plain = decipher.update(bytes.subarray(13, -16))
    // GCM holds nothing back: the end only checks the tag.
    decipher.final()
    return new Uint8Array(plain)
  }

  /** Sixteen octets that depend on the value and its context. They reveal nothing without the master key. */
  fingerprint(plain: Uint8Array, at: SealContext): Buffer {
    const context = associated(at, keyId)
    return createHmac('sha256', this.#fingerprintKey).update(context).update(plain).digest().subarray(0, fingerprintBytes)
  }
}

function associated(at: SealContext, id: number): Buffer {
  return Buffer.from(JSON.stringify([at.table, at.row, at.column, id]))
}

/** A key for one purpose, derived from the master key. */
export function deriveKey(masterKeyHex: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', Buffer.from(masterKeyHex, 'hex'), new Uint8Array(0), `simdeck ${purpose}`, 32))
}
