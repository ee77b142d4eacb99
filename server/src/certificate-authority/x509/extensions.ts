import { createHash } from 'node:crypto'
import { bytesOf } from '@simdeck/protocol/bytes.ts'
import { p256Point } from '@simdeck/protocol/x509/certification-request.ts'
import { bitString, der, derTrue, enumerated, explicit, integer, octetString, oid, sequence } from '@simdeck/protocol/x509/der.ts'

/** The DER of an Extension. */
export type Extension = Uint8Array

/** The OIDs of the extensions that are read. */
export const extensionOids = {
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  cRLNumber: '2.5.29.20',
  reasonCode: '2.5.29.21',
  cRLDistributionPoints: '2.5.29.31',
  authorityKeyIdentifier: '2.5.29.35',
  extKeyUsage: '2.5.29.37',
  authorityInfoAccess: '1.3.6.1.5.5.7.1.1',
  ocspNonce: '1.3.6.1.5.5.7.48.1.2',
  ocspNoCheck: '1.3.6.1.5.5.7.48.1.5',
} as const

const extension = (dotted: string, value: Uint8Array, { critical = false } = {}): Extension =>
  sequence(oid(dotted), ...(critical ? [derTrue] : []), octetString(value))

/** For a CA; `pathLength` 0 forbids further CAs below it. Null for the certificate of an end entity, which has an empty value. */
export function basicConstraints(ca: { pathLength: number | null } | null): Extension {
  const fields = ca ? [derTrue, ...(ca.pathLength === null ? [] : [integer(ca.pathLength)])] : []
  return extension(extensionOids.basicConstraints, sequence(...fields), { critical: true })
}

/** The bits of a keyUsage (RFC 5280 §4.2.1.3). */
export const keyUsageBits = {
  digitalSignature: 0,
  nonRepudiation: 1,
  keyEncipherment: 2,
  dataEncipherment: 3,
  keyAgreement: 4,
  keyCertSign: 5,
  cRLSign: 6,
} as const
export type KeyUsage = keyof typeof keyUsageBits

export function keyUsage(usages: readonly KeyUsage[]): Extension {
  const bits: number[] = usages.map((usage) => keyUsageBits[usage])
  const octet = bits.reduce((sum, bit) => sum | (0x80 >> bit), 0)
  const unused = bits.length === 0 ? 0 : 7 - Math.max(...bits)
  return extension(extensionOids.keyUsage, bitString(bytesOf(octet), unused), { critical: true })
}

/** The purposes of an extKeyUsage. */
export const purposes = {
  serverAuth: '1.3.6.1.5.5.7.3.1',
  clientAuth: '1.3.6.1.5.5.7.3.2',
  ocspSigning: '1.3.6.1.5.5.7.3.9',
} as const
export type Purpose = keyof typeof purposes

export const extKeyUsage = (given: readonly Purpose[]): Extension =>
  extension(extensionOids.extKeyUsage, sequence(...given.map((purpose) => oid(purposes[purpose]))))

/** The identifier of a key: the SHA-1 of its point (RFC 5280 §4.2.1.2, method 1). */
export const keyIdentifier = (keyInfo: Uint8Array): Uint8Array => createHash('sha1').update(p256Point(keyInfo)).digest()

export const subjectKeyIdentifier = (identifier: Uint8Array): Extension =>
  extension(extensionOids.subjectKeyIdentifier, octetString(identifier))
export const authorityKeyIdentifier = (identifier: Uint8Array): Extension =>
  extension(extensionOids.authorityKeyIdentifier, sequence(der(0x80, identifier)))

const uri = (url: string): Uint8Array => der(0x86, new TextEncoder().encode(url))

export const crlDistributionPoint = (url: string): Extension =>
  extension(extensionOids.cRLDistributionPoints, sequence(sequence(explicit(0, explicit(0, uri(url))))))

/** The access methods of an authorityInfoAccess. */
export const accessMethods = { ocsp: '1.3.6.1.5.5.7.48.1', caIssuers: '1.3.6.1.5.5.7.48.2' } as const

export const authorityInfoAccess = (urls: { ocsp: string; caIssuers: string }): Extension =>
  extension(
    extensionOids.authorityInfoAccess,
    sequence(sequence(oid(accessMethods.ocsp), uri(urls.ocsp)), sequence(oid(accessMethods.caIssuers), uri(urls.caIssuers))),
  )

/** A subject alternative name in ASCII. */
export type AltName = { type: 'dns' | 'uri' | 'email'; value: string }

const altNameTags = { email: 0x81, dns: 0x82, uri: 0x86 } as const

/** The DER of a GeneralName. */
export const generalName = ({ type, value }: AltName): Uint8Array => der(altNameTags[type], new TextEncoder().encode(value))

export const subjectAltName = (names: readonly AltName[]): Extension =>
  extension(extensionOids.subjectAltName, sequence(...names.map(generalName)))

export const ocspNoCheck = extension(extensionOids.ocspNoCheck, der(0x05))
export const crlNumber = (number: number): Extension => extension(extensionOids.cRLNumber, integer(number))

/** The reasons of a revocation that this product gives, with their codes (RFC 5280 §5.3.1). */
export const reasonCodes = {
  unspecified: 0,
  keyCompromise: 1,
  cACompromise: 2,
  affiliationChanged: 3,
  superseded: 4,
  cessationOfOperation: 5,
  privilegeWithdrawn: 9,
} as const
export type RevocationReason = keyof typeof reasonCodes

/** Null for `unspecified`, which an entry of a CRL must not state. */
export const reasonCode = (reason: RevocationReason): Extension | null =>
  reason === 'unspecified' ? null : extension(extensionOids.reasonCode, enumerated(reasonCodes[reason]))

/** The nonce of an OCSP request, echoed; `value` is the content of the extension's OCTET STRING. */
export const ocspNonce = (value: Uint8Array): Extension => extension(extensionOids.ocspNonce, value)
