import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { toHex } from '@simdeck/protocol/bytes.ts'
import type { Sealer } from '../platform/crypto/seal.ts'

/** A key pair of P-256. `keyInfo` is the SubjectPublicKeyInfo. */
export type KeyPair = { key: KeyObject; keyInfo: Buffer }

type KeyTable = 'certificate_authorities' | 'ocsp_signers'

export function newKeyPair(): KeyPair {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { key: privateKey, keyInfo: publicKey.export({ type: 'spki', format: 'der' }) }
}

export const keyInfoOf = (key: KeyObject): Buffer => createPublicKey(key).export({ type: 'spki', format: 'der' })

export const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

/** A private key is sealed for its public key, so that it cannot stand in the row of another one. */
const sealContext = (table: KeyTable, keyInfo: Uint8Array) => ({ table, row: toHex(sha256(keyInfo)), column: 'private_key' })

export const sealKey = (sealer: Sealer, table: KeyTable, { key, keyInfo }: KeyPair): Buffer =>
  sealer.seal(key.export({ type: 'pkcs8', format: 'der' }), sealContext(table, keyInfo))

/** Null if the key was sealed under another master key. */
export function openKey(sealer: Sealer, table: KeyTable, row: { key_info: Uint8Array; private_key: Uint8Array }): KeyObject | null {
  try {
    const plain = sealer.open(row.private_key, sealContext(table, row.key_info))
    return createPrivateKey({ key: Buffer.from(plain), format: 'der', type: 'pkcs8' })
  } catch {
    return null
  }
}
