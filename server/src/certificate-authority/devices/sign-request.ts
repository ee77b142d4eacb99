import { ApiError } from '@simdeck/contract/errors.ts'
import { equalBytes } from '@simdeck/protocol/bytes.ts'
import { ProtocolError } from '@simdeck/protocol/errors.ts'
import { p256KeyInfo, readCertificationRequest } from '@simdeck/protocol/x509/certification-request.ts'
import { type Dependencies, usableAuthority } from '../authorities.ts'
import type { UsableAuthority } from '../authority-state.ts'
import { sha256 } from '../keys.ts'
import { beginOf, pointersTo } from '../make-authority.ts'
import { insertCertificate } from '../queries.ts'
import type { SimCertificateRow } from '../tables.ts'
import { newSerial, readCertificate, signCertificate } from '../x509/certificate.ts'
import { basicConstraints, extKeyUsage, keyIdentifier, keyUsage, subjectAltName, subjectKeyIdentifier } from '../x509/extensions.ts'
import { certificateOfCause, changeSimCertificate, defaultAuthorityId, iccidOf } from './issue-queries.ts'

const dayMs = 86_400_000

/** The CA that signs for a template: its own one, or else the default. Throws `ApiError` if it cannot sign now. */
export async function signingAuthority(from: Omit<Dependencies, 'url'>, authorityId: number | null): Promise<UsableAuthority> {
  const id = authorityId ?? (await defaultAuthorityId(from.db))
  if (id === undefined) throw new ApiError('noDefaultCa')
  return usableAuthority(from, id)
}

/** True if the request is signed by the key that the card has answered, and names the subject of the template. */
export function isRightRequest(request: Uint8Array, { subject, public_key: point }: SimCertificateRow): boolean {
  if (!point) return false
  try {
    const read = readCertificationRequest(request)
    return read.isSigned && equalBytes(read.subject, subject) && equalBytes(read.keyInfo, p256KeyInfo(point))
  } catch (error) {
    if (error instanceof ProtocolError) return false
    throw error
  }
}

/**
 * Has the CA sign the verified request of a certificate, once: a second call returns the certificate of the first one. The certificate ends
 * with its CA at the latest. Throws `ApiError` if the CA cannot sign.
 */
export async function signRequest(from: Dependencies, row: SimCertificateRow): Promise<SimCertificateRow> {
  const { db: trx } = from
  const requestKey = `certificate:${row.id}`
  const before = await certificateOfCause(trx, requestKey)
  const signed = before ?? (await sign(from, row, requestKey))
  return changeSimCertificate(trx, row.id, {
    csr_status: 'Signed',
    cert_status: 'Issued',
    certificate_id: signed.id,
    valid_from: signed.valid_from,
    valid_to: signed.valid_to,
    renew_at: new Date(signed.valid_to.getTime() - row.identity.renewBeforeDays * dayMs),
  })
}

async function sign(from: Dependencies, row: SimCertificateRow, requestKey: string) {
  if (!row.public_key) throw new Error('a verified request has its key')
  const ca = await signingAuthority(from, row.authority_id)
  const { altNames, serverAuth, validDays } = row.identity
  const keyInfo = p256KeyInfo(row.public_key)
  const serial = newSerial()
  const validFrom = beginOf(ca.row)
  const validTo = new Date(Math.min(Math.floor(Date.now() / 1000) * 1000 + validDays * dayMs, ca.validTo.getTime()))
  const extensions = [
    basicConstraints(null),
    keyUsage(['digitalSignature']),
    extKeyUsage(serverAuth ? ['clientAuth', 'serverAuth'] : ['clientAuth']),
    ...(altNames.length > 0 ? [subjectAltName(altNames)] : []),
    subjectKeyIdentifier(keyIdentifier(keyInfo)),
    ...pointersTo(ca, from.url),
  ]
  const issuer = readCertificate(ca.certificate).subject
  const certificate = signCertificate({ serial, issuer, subject: row.subject, validFrom, validTo, keyInfo, extensions }, ca.key)
  const id = await insertCertificate(from.db, {
    ca_id: ca.row.id,
    ca_name: ca.row.name,
    kind: 'device',
    serial: Buffer.from(serial),
    subject: row.csr_subject,
    certificate: Buffer.from(certificate),
    key_sha256: sha256(keyInfo),
    sim_id: row.sim_id,
    iccid: await iccidOf(from.db, row.sim_id),
    request_key: requestKey,
    valid_from: validFrom,
    valid_to: validTo,
    created_by: row.created_by,
  })
  return { id, valid_from: validFrom, valid_to: validTo }
}
