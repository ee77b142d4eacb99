import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { concat, equalBytes, fromHex } from '../bytes.ts'
import { ProtocolError } from '../errors.ts'
import { bitString, der, derTags, integer, oid, sequence } from './der.ts'
import { DerReader, readBitString, readWhole } from './der-reader.ts'
import { type NameAttribute, readName } from './name.ts'

export const ecdsaWithSha256 = '1.2.840.10045.4.3.2'

/** The AlgorithmIdentifier of ECDSA with SHA-256. */
export const ecdsaAlgorithm = sequence(oid(ecdsaWithSha256))

/** A SubjectPublicKeyInfo of P-256 up to the point; the point is `04 X Y`. */
const p256Prefix = fromHex('3059301306072a8648ce3d020106082a8648ce3d030107034200')
const pointLength = 65

/** The SubjectPublicKeyInfo of a point of P-256, `04 X Y`. Throws `ProtocolError` for another form. */
export function p256KeyInfo(point: Uint8Array): Uint8Array {
  if (point.length !== pointLength || point[0] !== 0x04) throw new ProtocolError('der', 'not an uncompressed point of P-256')
  return concat(p256Prefix, point)
}

/** The point of a SubjectPublicKeyInfo of P-256. Throws `ProtocolError` for another key or another form. */
export function p256Point(keyInfo: Uint8Array): Uint8Array {
  const isP256 = keyInfo.length === p256Prefix.length + pointLength && equalBytes(keyInfo.subarray(0, p256Prefix.length), p256Prefix)
  const point = keyInfo.subarray(p256Prefix.length)
  if (!isP256 || point[0] !== 0x04) throw new ProtocolError('der', 'not a public key of P-256')
  return point
}

/** A key of P-256 as an object that verifies. Throws `ProtocolError` if the point is not on the curve. */
export function p256PublicKey(keyInfo: Uint8Array): KeyObject {
  p256Point(keyInfo)
  try {
    return createPublicKey({ key: Buffer.from(keyInfo), format: 'der', type: 'spki' })
  } catch {
    throw new ProtocolError('der', 'not a point of P-256')
  }
}

/** The octets of a CertificationRequestInfo (RFC 2986) without attributes, which the holder of the key signs. */
export const certificationRequestInfo = ({ subject, keyInfo }: { subject: Uint8Array; keyInfo: Uint8Array }): Uint8Array =>
  sequence(integer(0), subject, keyInfo, der(0xa0))

/** The DER of an ECDSA signature of P-256 that is `r s`, as cards write it. */
export const derSignature = (raw: Uint8Array): Uint8Array => sequence(integer(raw.subarray(0, 32)), integer(raw.subarray(32)))

/** A PKCS#10 request of its info and the DER of an ECDSA signature over it. */
export const certificationRequest = (info: Uint8Array, signature: Uint8Array): Uint8Array =>
  sequence(info, ecdsaAlgorithm, bitString(signature))

export type CertificationRequest = {
  /** The DER of the Name, and its attributes. */
  readonly subject: Uint8Array
  readonly attributes: readonly NameAttribute[]
  /** The SubjectPublicKeyInfo, of a point on P-256. */
  readonly keyInfo: Uint8Array
  /** The Attributes of the request (RFC 2986 §4.1) one after another, which are not read. */
  readonly requestAttributes: Uint8Array
  /** True if the signature is that of the key in the request. */
  readonly isSigned: boolean
}

/** Maximum of octets of a request that is read. */
export const maxRequestOctets = 8192

/**
 * Reads a PKCS#10 request (RFC 2986) with a key of P-256, and checks its signature. Extensions that the request asks for are not read.
 * Throws `ProtocolError`.
 */
export function readCertificationRequest(bytes: Uint8Array): CertificationRequest {
  if (bytes.length > maxRequestOctets) throw new ProtocolError('der', 'the request is too long')
  const request = new DerReader(readWhole(bytes, derTags.sequence).value)
  const info = request.next(derTags.sequence)
  const algorithm = request.sequence()
  if (algorithm.oid() !== ecdsaWithSha256) throw new ProtocolError('der', 'the request is not signed with ECDSA and SHA-256')
  algorithm.end()
  const signature = readBitString(request.next(derTags.bitString).value)
  request.end()

  const fields = new DerReader(info.value)
  const version = fields.next(derTags.integer).value
  if (version.length !== 1 || version[0] !== 0) throw new ProtocolError('der', 'the request has an unknown version')
  const subject = fields.next(derTags.sequence).whole
  const attributes = readName(subject)
  const keyInfo = fields.next(derTags.sequence).whole
  const key = p256PublicKey(keyInfo)
  const requestAttributes = fields.next(0xa0).value
  fields.end()
  return { subject, attributes, keyInfo, requestAttributes, isSigned: verify('sha256', info.whole, key, signature) }
}
