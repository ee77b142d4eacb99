import { sign } from 'node:crypto'
import { maxAuthorities } from '@simdeck/contract/certificate-authorities.ts'
import type { CountryCode } from '@simdeck/contract/countries.ts'
import { ApiError } from '@simdeck/contract/errors.ts'
import { equalBytes } from '@simdeck/protocol/bytes.ts'
import { ProtocolError } from '@simdeck/protocol/errors.ts'
import { certificationRequest, certificationRequestInfo } from '@simdeck/protocol/x509/certification-request.ts'
import { encodeName, nameText, readName } from '@simdeck/protocol/x509/name.ts'
import type { Db } from '../platform/db/database.ts'
import { type Dependencies, urlsOf, usableAuthority } from './authorities.ts'
import type { UsableAuthority } from './authority-state.ts'
import { type KeyPair, newKeyPair, sealKey, sha256 } from './keys.ts'
import { countAuthoritiesLocked, insertAuthority, insertCertificate, updateAuthority } from './queries.ts'
import type { AuthorityRow } from './tables.ts'
import { type Certificate, isIssuedBy, newSerial, readCertificate, signCertificate } from './x509/certificate.ts'
import {
  authorityInfoAccess,
  authorityKeyIdentifier,
  basicConstraints,
  crlDistributionPoint,
  type Extension,
  keyIdentifier,
  keyUsage,
  subjectKeyIdentifier,
} from './x509/extensions.ts'
import { fromPem } from './x509/pem.ts'

export type Subject = {
  name: string
  organization?: string | undefined
  unit?: string | undefined
  country?: CountryCode | undefined
}

const dayMs = 86_400_000
/** Certificates begin an hour ago, because the clocks of devices differ. */
const earlierMs = 3_600_000

const nameOf = ({ name, organization, unit, country }: Subject): Buffer =>
  Buffer.from(encodeName({ CN: name, ...(organization && { O: organization }), ...(unit && { OU: unit }), ...(country && { C: country }) }))

/** A time to the second, as certificates have it. */
const wholeSecond = (ms: number): Date => new Date(Math.floor(ms / 1000) * 1000)

/** The beginning of a certificate that is issued now: not before that of its CA. */
export const beginOf = (ca: { valid_from: Date | null }): Date =>
  wholeSecond(Math.max(Date.now() - earlierMs, ca.valid_from?.getTime() ?? 0))

/** The identifier of the key of a CA, as its certificate gives it. */
export const issuerKeyIdentifier = ({ row, certificate }: UsableAuthority): Uint8Array =>
  readCertificate(certificate).keyIdentifier ?? keyIdentifier(row.key_info)

/** The extensions of a certificate that point to its CA. */
export function pointersTo(ca: UsableAuthority, url: Dependencies['url']): Extension[] {
  const urls = urlsOf(url, ca.row.id)
  return [
    authorityKeyIdentifier(issuerKeyIdentifier(ca)),
    crlDistributionPoint(urls.crl),
    authorityInfoAccess({ ocsp: urls.ocsp, caIssuers: urls.certificate }),
  ]
}

async function checkLimit(trx: Db): Promise<void> {
  if ((await countAuthoritiesLocked(trx)) >= maxAuthorities) throw new ApiError('caLimit')
}

/** Makes a root, or a CA below another one. Returns its id. Throws a unique violation for a name in use. */
export async function makeAuthority(
  { db: trx, sealer, url }: Dependencies,
  given: Subject & { parentId?: number | undefined; validDays: number },
  createdBy: number | null,
): Promise<number> {
  await checkLimit(trx)
  const pair = newKeyPair()
  const subject = nameOf(given)
  const validTo = wholeSecond(Date.now() + given.validDays * dayMs)
  const own = [subjectKeyIdentifier(keyIdentifier(pair.keyInfo)), keyUsage(['digitalSignature', 'keyCertSign', 'cRLSign'])]
  const base = {
    name: given.name,
    subject,
    key_info: pair.keyInfo,
    private_key: sealKey(sealer, 'certificate_authorities', pair),
    valid_to: validTo,
    created_by: createdBy,
  }
  const serial = newSerial()
  if (given.parentId === undefined) {
    const validFrom = wholeSecond(Date.now() - earlierMs)
    const extensions = [basicConstraints({ pathLength: null }), ...own, authorityKeyIdentifier(keyIdentifier(pair.keyInfo))]
    const certificate = signCertificate(
      { serial, issuer: subject, subject, validFrom, validTo, keyInfo: pair.keyInfo, extensions },
      pair.key,
    )
    return insertAuthority(trx, {
      ...base,
      kind: 'root',
      serial: Buffer.from(serial),
      valid_from: validFrom,
      certificate: Buffer.from(certificate),
    })
  }
  const parent = await usableAuthority({ db: trx, sealer }, given.parentId)
  const issuer = readCertificate(parent.certificate)
  if (!issuer.ca?.signsCertificates || issuer.ca.pathLength === 0) throw new ApiError('caNotParent')
  if (validTo > parent.validTo) throw new ApiError('caEndsBefore')
  const validFrom = beginOf(parent.row)
  const extensions = [basicConstraints({ pathLength: 0 }), ...own, ...pointersTo(parent, url)]
  const certificate = signCertificate(
    { serial, issuer: issuer.subject, subject, validFrom, validTo, keyInfo: pair.keyInfo, extensions },
    parent.key,
  )
  await insertCertificate(trx, {
    ca_id: parent.row.id,
    ca_name: parent.row.name,
    kind: 'ca',
    serial: Buffer.from(serial),
    subject: nameText(readName(subject)),
    certificate: Buffer.from(certificate),
    key_sha256: sha256(pair.keyInfo),
    valid_from: validFrom,
    valid_to: validTo,
    created_by: createdBy,
  })
  return insertAuthority(trx, {
    ...base,
    kind: 'intermediate',
    parent_id: parent.row.id,
    serial: Buffer.from(serial),
    valid_from: validFrom,
    certificate: Buffer.from(certificate),
  })
}

/** Makes the key of a CA and a request for an external CA. Returns its id. Throws a unique violation for a name in use. */
export async function makeRequest(
  { db: trx, sealer }: Omit<Dependencies, 'url'>,
  given: Subject,
  createdBy: number | null,
): Promise<number> {
  await checkLimit(trx)
  const pair: KeyPair = newKeyPair()
  const subject = nameOf(given)
  const info = certificationRequestInfo({ subject, keyInfo: pair.keyInfo })
  return insertAuthority(trx, {
    name: given.name,
    kind: 'external',
    subject,
    key_info: pair.keyInfo,
    private_key: sealKey(sealer, 'certificate_authorities', pair),
    request: Buffer.from(certificationRequest(info, sign('sha256', info, pair.key))),
    created_by: createdBy,
  })
}

const maxChain = 6

/** Stores the answer of an external CA: the certificate, then those above. Throws `ApiError` for certificates that do not fit. */
export async function storeAnswer(trx: Db, row: AuthorityRow, text: string): Promise<void> {
  if (row.kind !== 'external') throw new ApiError('caHasCertificate')
  const [own, ...above] = readAnswer(text)
  if (!own) throw new ApiError('certificateUnreadable')
  if (!equalBytes(own.keyInfo, row.key_info)) throw new ApiError('certificateOtherKey')
  // The issuer in certificates and CRLs, and the CA of OCSP requests, are found by the octets of the subject.
  if (row.certificate && !equalBytes(own.subject, row.subject)) throw new ApiError('certificateOtherSubject')
  if (!own.ca?.signsCertificates || !own.ca.signsCrls) throw new ApiError('certificateNotCa')
  const isChain = above.every((one, at) => isIssuedBy([own, ...above][at]!, one))
  if (!isChain || above.length >= maxChain) throw new ApiError('certificateChainBroken')
  await updateAuthority(trx, row.id, {
    subject: Buffer.from(own.subject),
    certificate: Buffer.from(own.bytes),
    chain: above.map(({ bytes }) => Buffer.from(bytes)),
    serial: Buffer.from(own.serial),
    valid_from: own.validFrom,
    valid_to: own.validTo,
  })
}

function readAnswer(text: string): Certificate[] {
  try {
    return fromPem('CERTIFICATE', text).map(readCertificate)
  } catch (error) {
    if (error instanceof ProtocolError) throw new ApiError('certificateUnreadable')
    throw error
  }
}
