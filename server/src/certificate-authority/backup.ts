import { createPrivateKey, type KeyObject, randomBytes } from 'node:crypto'
import { ApiError } from '@simdeck/contract/errors.ts'
import { equalBytes } from '@simdeck/protocol/bytes.ts'
import { derTags } from '@simdeck/protocol/x509/der.ts'
import { DerReader, readInteger } from '@simdeck/protocol/x509/der-reader.ts'
import { keyInfoOf } from './keys.ts'
import { toPem } from './x509/pem.ts'

/** Letters and digits that are not mistaken for each other. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const groups = 8
const groupLength = 4

/** A passphrase of 160 random bits in groups, so that two people can keep a half each. */
function newPassphrase(): string {
  const letters = Array.from(randomBytes(groups * groupLength), (octet) => alphabet[octet % alphabet.length])
  return Array.from({ length: groups }, (_, at) => letters.slice(at * groupLength, (at + 1) * groupLength).join('')).join('-')
}

/**
 * The key of a CA, sealed with a new passphrase (PKCS#8, PBES2 with AES-256), and its certificates: a text that OpenSSL opens too.
 */
export function makeBackup(key: KeyObject, certificates: readonly Uint8Array[]): { backup: string; passphrase: string } {
  const passphrase = newPassphrase()
  const sealed = key.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase })
  return { backup: [sealed, ...certificates.map((one) => toPem('CERTIFICATE', one))].join(''), passphrase }
}

const sealedKey = /-----BEGIN ENCRYPTED PRIVATE KEY-----([A-Za-z0-9+/=\s]{1,4000})-----END ENCRYPTED PRIVATE KEY-----/
const pbes2 = '1.2.840.113549.1.5.13'
const pbkdf2 = '1.2.840.113549.1.5.12'
/** More iterations, which the file itself states, would keep the process from other work. */
const maxIterations = 100_000

/** Throws unless the key is sealed with PBKDF2 and not too many iterations. */
function checkCost(content: string): void {
  const algorithm = new DerReader(Buffer.from(content, 'base64')).sequence().sequence()
  if (algorithm.oid() !== pbes2) throw new Error('not PBES2')
  const derivation = algorithm.sequence().sequence()
  if (derivation.oid() !== pbkdf2) throw new Error('not PBKDF2')
  const parameters = derivation.sequence()
  parameters.next(derTags.octetString)
  const iterations = readInteger(parameters.next(derTags.integer).value)
  if (iterations.length > 3 || iterations.reduce((sum, octet) => sum * 256 + octet, 0) > maxIterations)
    throw new Error('too many iterations')
}

/** The key in a backup. Throws `ApiError('backupWrong')` unless it is the key with that SubjectPublicKeyInfo. */
export function openBackup(backup: string, passphrase: string, keyInfo: Uint8Array): KeyObject {
  const [pem = '', content = ''] = sealedKey.exec(backup) ?? []
  try {
    checkCost(content)
    const key = createPrivateKey({ key: pem, format: 'pem', passphrase: passphrase.trim() })
    if (equalBytes(keyInfoOf(key), keyInfo)) return key
  } catch {
    // OpenSSL reports a wrong passphrase and damaged octets in several ways, none of which helps the reader.
  }
  throw new ApiError('backupWrong')
}
