import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { trustedCertificates } from '../certificate-authority/authorities.ts'
import { toPem } from '../certificate-authority/x509/pem.ts'
import type { Config } from '../config.ts'
import type { Db } from '../platform/db/database.ts'

/** The certificate of the server with its chain, its key, and the certificates of the CAs that clients are told; PEM. */
export type ServerCertificate = { cert: Buffer; key: Buffer; ca: string[] }

/**
 * Reads the files that the environment names, and the valid CAs. Throws an `Error` without their content if the files do not belong together.
 */
export async function readServerCertificate(
  { EST_CERT_FILE: certFile, EST_KEY_FILE: keyFile }: Config,
  db: Db,
): Promise<ServerCertificate> {
  if (!certFile || !keyFile) throw new Error('EST_CERT_FILE and EST_KEY_FILE are not set')
  const [cert, key] = await Promise.all([readFile(certFile), readFile(keyFile)])
  if (!belongTogether(cert, key)) throw new Error('EST_CERT_FILE and EST_KEY_FILE are not a certificate and its key')
  const ca = (await trustedCertificates(db)).map((one) => toPem('CERTIFICATE', one))
  return { cert, key, ca }
}

function belongTogether(cert: Buffer, key: Buffer): boolean {
  try {
    return new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))
  } catch {
    return false
  }
}

export const isSame = (one: ServerCertificate, other: ServerCertificate): boolean =>
  one.cert.equals(other.cert) && one.key.equals(other.key) && one.ca.join('') === other.ca.join('')
