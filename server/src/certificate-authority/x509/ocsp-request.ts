import { ProtocolError } from '@simdeck/protocol/errors.ts'
import { derTags } from '@simdeck/protocol/x509/der.ts'
import { DerReader, readInteger, readWhole } from '@simdeck/protocol/x509/der-reader.ts'
import { extensionOids } from './extensions.ts'

/** The hash algorithms of certificate identifiers that are answered. */
const certIdHashes: Readonly<Record<string, 'sha1' | 'sha256'>> = {
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.1': 'sha256',
}

/** A CertID. `whole` is its DER, which the answer repeats. */
export type CertId = {
  readonly hash: 'sha1' | 'sha256' | null
  readonly nameHash: Uint8Array
  readonly keyHash: Uint8Array
  readonly serial: Uint8Array
  readonly whole: Uint8Array
}

export type OcspRequest = {
  readonly ids: readonly CertId[]
  /** The value of the nonce extension; null without one. */
  readonly nonce: Uint8Array | null
}

/** Limits of a request: its octets, its certificates, and the octets of its nonce with their tag and length. */
const maxOcspOctets = 4096
const maxIds = 16
const maxNonceOctets = 131
const maxSerialOctets = 32

/** Reads an OCSPRequest (RFC 6960 §4.1); a signature of the request is not checked. Throws `ProtocolError`. */
export function readOcspRequest(bytes: Uint8Array): OcspRequest {
  if (bytes.length > maxOcspOctets) throw new ProtocolError('der', 'the request is too long')
  const request = new DerReader(readWhole(bytes, derTags.sequence).value)
  const fields = request.sequence()
  request.optional(0xa0)
  request.end()

  const version = fields.optional(0xa0)
  if (version && readWhole(version.value, derTags.integer).value.some((octet) => octet !== 0))
    throw new ProtocolError('der', 'the request has an unknown version')
  fields.optional(0xa1)
  const list = fields.sequence()
  const ids: CertId[] = []
  while (list.hasMore) {
    if (ids.length === maxIds) throw new ProtocolError('der', 'too many certificates')
    ids.push(readOne(list.sequence()))
  }
  if (ids.length === 0) throw new ProtocolError('der', 'no certificate')
  const extensions = fields.optional(0xa2)
  fields.end()
  return { ids, nonce: extensions && nonceIn(extensions.value) }
}

function readOne(one: DerReader): CertId {
  const whole = one.next(derTags.sequence)
  one.optional(0xa0)
  one.end()
  const fields = new DerReader(whole.value)
  const algorithm = fields.sequence().oid()
  const nameHash = fields.next(derTags.octetString).value
  const keyHash = fields.next(derTags.octetString).value
  const serial = readInteger(fields.next(derTags.integer).value)
  fields.end()
  if (serial.length > maxSerialOctets) throw new ProtocolError('der', 'a serial that is too long')
  return { hash: certIdHashes[algorithm] ?? null, nameHash, keyHash, serial, whole: whole.whole }
}

function nonceIn(bytes: Uint8Array): Uint8Array | null {
  const extensions = new DerReader(readWhole(bytes, derTags.sequence).value)
  let nonce: Uint8Array | null = null
  while (extensions.hasMore) {
    const one = extensions.sequence()
    const dotted = one.oid()
    one.optional(derTags.boolean)
    const { value } = one.next(derTags.octetString)
    one.end()
    if (dotted !== extensionOids.ocspNonce) continue
    if (value.length === 0 || value.length > maxNonceOctets) throw new ProtocolError('der', 'a nonce that is empty or too long')
    nonce = value
  }
  return nonce
}
