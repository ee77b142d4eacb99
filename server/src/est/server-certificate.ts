import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Config } from '../config.ts'

/** The certificate of the server with its chain, and its key; PEM. */
export type ServerCertificate = { cert: Buffer; key: Buffer }

/** Reads the files that the environment names. Throws an `Error` without their content if they do not belong together. */
export async function readServerCertificate({ EST_CERT_FILE: certFile, EST_KEY_FILE: keyFile }: Config): Promise<ServerCertificate> {
  if (!certFile || !keyFile) throw new Error('EST_CERT_FILE and EST_KEY_FILE are not set')
  const [cert, key] = await Promise.all([readFile(certFile), readFile(keyFile)])
  if (!belongTogether(cert, key)) throw new Error('EST_CERT_FILE and EST_KEY_FILE are not a certificate and its key')
  return { cert, key }
}

function belongTogether(cert: Buffer, key: Buffer): boolean {
  try {
    return new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))
  } catch {
    return false
  }
}

export const isSame = (one: ServerCertificate, other: ServerCertificate): boolean =>
  one.cert.equals(other.cert) && one.key.equals(other.key)
