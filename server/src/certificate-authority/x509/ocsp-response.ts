import { type KeyObject, sign } from 'node:crypto'
import { ecdsaAlgorithm } from '@simdeck/protocol/x509/certification-request.ts'
import { bitString, der, enumerated, explicit, generalizedTime, octetString, oid, sequence } from '@simdeck/protocol/x509/der.ts'
import { keyIdentifier, ocspNonce, reasonCodes, type RevocationReason } from './extensions.ts'

/** The status of one certificate. `id` is the DER of its CertID. */
export type OcspStatus = {
  id: Uint8Array
  status: 'good' | 'unknown' | { revokedAt: Date; reason: RevocationReason }
}

/** The key that signs answers, with its certificate and SubjectPublicKeyInfo. */
export type OcspSigner = { key: KeyObject; certificate: Uint8Array; keyInfo: Uint8Array }

export type OcspAnswer = {
  statuses: readonly OcspStatus[]
  /** The value of the nonce extension of the request. */
  nonce: Uint8Array | null
  producedAt: Date
  nextUpdate: Date
}

const basicResponse = '1.3.6.1.5.5.7.48.1.1'

/** An OCSPResponse with a BasicOCSPResponse (RFC 6960 §4.2, the profile of RFC 5019). */
export function signOcspResponse(answer: OcspAnswer, { key, certificate, keyInfo }: OcspSigner): Uint8Array {
  const data = sequence(
    der(0xa2, octetString(keyIdentifier(keyInfo))),
    generalizedTime(answer.producedAt),
    sequence(...answer.statuses.map((one) => singleResponse(one, answer))),
    ...(answer.nonce ? [explicit(1, sequence(ocspNonce(answer.nonce)))] : []),
  )
  const basic = sequence(data, ecdsaAlgorithm, bitString(sign('sha256', data, key)), explicit(0, sequence(certificate)))
  return sequence(enumerated(0), explicit(0, sequence(oid(basicResponse), octetString(basic))))
}

function singleResponse({ id, status }: OcspStatus, { producedAt, nextUpdate }: OcspAnswer): Uint8Array {
  return sequence(id, certStatus(status), generalizedTime(producedAt), explicit(0, generalizedTime(nextUpdate)))
}

function certStatus(status: OcspStatus['status']): Uint8Array {
  if (status === 'good') return der(0x80)
  if (status === 'unknown') return der(0x82)
  const { revokedAt, reason } = status
  const code = reason === 'unspecified' ? [] : [explicit(0, enumerated(reasonCodes[reason]))]
  return der(0xa1, generalizedTime(revokedAt), ...code)
}

/** The answers without a signature. */
const failures = { malformedRequest: 1, internalError: 2, tryLater: 3, unauthorized: 6 } as const

export const ocspFailure = (reason: keyof typeof failures): Uint8Array => sequence(enumerated(failures[reason]))
