import { der, derTags, explicit, integer, oid, sequence } from '@simdeck/protocol/x509/der.ts'

const signedData = '1.2.840.113549.1.7.2'
const plainData = '1.2.840.113549.1.7.1'

/** The DER of a PKCS#7 message that holds certificates only (RFC 5652 §5, RFC 5272 §4.1): SignedData without content and signers. */
export function certsOnly(certificates: readonly Uint8Array[]): Uint8Array {
  const none = der(derTags.set)
  const sorted = certificates.toSorted((one, other) => Buffer.compare(one, other))
  return sequence(oid(signedData), explicit(0, sequence(integer(1), none, sequence(oid(plainData)), explicit(0, ...sorted), none)))
}
