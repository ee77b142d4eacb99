import { type KeyObject, randomBytes, sign, X509Certificate } from 'node:crypto'
import { bytesOf, equalBytes, toHex } from '@simdeck/protocol/bytes.ts'
import { ProtocolError } from '@simdeck/protocol/errors.ts'
import { ecdsaAlgorithm } from '@simdeck/protocol/x509/certification-request.ts'
import { bitString, derTags, explicit, integer, sequence, time } from '@simdeck/protocol/x509/der.ts'
import { DerReader, readInteger, readTime, readWhole } from '@simdeck/protocol/x509/der-reader.ts'
import { type NameAttribute, readName } from '@simdeck/protocol/x509/name.ts'
import { type Extension, extensionOids, keyUsageBits } from './extensions.ts'

const serialOctets = 16

/** A serial of 126 random bits: positive, and of the same length always. */
export function newSerial(): Uint8Array {
  const serial = new Uint8Array(randomBytes(serialOctets))
  serial[0] = (serial[0]! & 0x3f) | 0x40
  return serial
}

/** The content of a certificate. `issuer` and `subject` are the DER of Names, `keyInfo` a SubjectPublicKeyInfo. */
export type CertificateContent = {
  serial: Uint8Array
  issuer: Uint8Array
  subject: Uint8Array
  validFrom: Date
  validTo: Date
  keyInfo: Uint8Array
  extensions: readonly Extension[]
}

/** The DER of a certificate (X.509 v3), signed with a key of P-256. */
export function signCertificate(content: CertificateContent, key: KeyObject): Uint8Array {
  const signed = sequence(
    explicit(0, integer(2)),
    integer(content.serial),
    ecdsaAlgorithm,
    content.issuer,
    sequence(time(content.validFrom), time(content.validTo)),
    content.subject,
    content.keyInfo,
    explicit(3, sequence(...content.extensions)),
  )
  return sealed(signed, key)
}

/** A signed structure: its content, the algorithm and the signature. */
export const sealed = (content: Uint8Array, key: KeyObject): Uint8Array =>
  sequence(content, ecdsaAlgorithm, bitString(sign('sha256', content, key)))

/** A certificate that was read. */
export type Certificate = {
  readonly bytes: Uint8Array
  readonly serial: Uint8Array
  readonly issuer: Uint8Array
  readonly subject: Uint8Array
  readonly attributes: readonly NameAttribute[]
  readonly validFrom: Date
  readonly validTo: Date
  readonly keyInfo: Uint8Array
  /** Null without the extension. */
  readonly keyIdentifier: Uint8Array | null
  /** Null for the certificate of an end entity. */
  readonly ca: { pathLength: number | null; signsCertificates: boolean; signsCrls: boolean } | null
  readonly x509: X509Certificate
  /** The values of the extensions by OID. */
  readonly extensions: ReadonlyMap<string, Uint8Array>
}

/** Maximum of octets of a certificate that is read. */
const maxCertificateOctets = 16_384

/** Reads a certificate (RFC 5280) whose names and key can be shown. Throws `ProtocolError`. */
export function readCertificate(bytes: Uint8Array): Certificate {
  if (bytes.length > maxCertificateOctets) throw new ProtocolError('der', 'the certificate is too long')
  const fields = new DerReader(readWhole(bytes, derTags.sequence).value).sequence()
  fields.next(0xa0)
  const serial = readInteger(fields.next(derTags.integer).value)
  fields.next(derTags.sequence)
  const issuer = fields.next(derTags.sequence).whole
  readName(issuer)
  const validity = fields.sequence()
  const [validFrom, validTo] = [readTime(validity.next()), readTime(validity.next())]
  const subject = fields.next(derTags.sequence).whole
  const keyInfo = fields.next(derTags.sequence).whole
  fields.optional(0x81)
  fields.optional(0x82)
  const extensions = readExtensions(fields)
  fields.end()
  const identifier = extensions.get(extensionOids.subjectKeyIdentifier)
  return {
    bytes,
    serial,
    issuer,
    subject,
    attributes: readName(subject),
    validFrom,
    validTo,
    keyInfo,
    keyIdentifier: identifier ? readWhole(identifier, derTags.octetString).value : null,
    ca: caOf(extensions),
    x509: parsed(bytes),
    extensions,
  }
}

function parsed(bytes: Uint8Array): X509Certificate {
  try {
    const x509 = new X509Certificate(bytes)
    // The key is decoded only now, which fails for an unknown algorithm.
    void x509.publicKey
    return x509
  } catch {
    throw new ProtocolError('der', 'not a certificate')
  }
}

/** The values of the extensions by OID. */
function readExtensions(fields: DerReader): Map<string, Uint8Array> {
  const found = new Map<string, Uint8Array>()
  const given = fields.optional(0xa3)
  if (!given) return found
  const extensions = new DerReader(readWhole(given.value, derTags.sequence).value)
  while (extensions.hasMore) {
    const one = extensions.sequence()
    const dotted = one.oid()
    one.optional(derTags.boolean)
    const { value } = one.next(derTags.octetString)
    one.end()
    if (found.has(dotted)) throw new ProtocolError('der', 'an extension that is given twice')
    found.set(dotted, value)
  }
  return found
}

function caOf(extensions: ReadonlyMap<string, Uint8Array>): Certificate['ca'] {
  const constraints = extensions.get(extensionOids.basicConstraints)
  if (!constraints) return null
  const fields = new DerReader(readWhole(constraints, derTags.sequence).value)
  const isCa = fields.optional(derTags.boolean)?.value
  if (!isCa || !equalBytes(isCa, bytesOf(0xff))) return null
  const length = fields.optional(derTags.integer)
  const usage = extensions.get(extensionOids.keyUsage)
  const [, octet = 0] = usage ? readWhole(usage, derTags.bitString).value : [0, 0xff]
  const allows = (bit: number) => (octet & (0x80 >> bit)) !== 0
  return {
    pathLength: length ? Number.parseInt(toHex(readInteger(length.value)).slice(0, 8), 16) : null,
    signsCertificates: allows(keyUsageBits.keyCertSign),
    signsCrls: allows(keyUsageBits.cRLSign),
  }
}

/** True if `issuer` signed the certificate. */
export function isIssuedBy({ issuer, x509 }: Certificate, by: Certificate): boolean {
  return equalBytes(issuer, by.subject) && x509.verify(by.x509.publicKey)
}
