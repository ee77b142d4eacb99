import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const authorityId = z.strictObject({ id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) })

/** These calls need no sign-in and no allowed address: every peer of a device makes them. */
export const getCrl = endpoint({
  method: 'GET',
  api: 'pki',
  path: '/ca/{id}.crl',
  needs: 'public',
  anywhere: true,
  summary: 'The present CRL of a CA, in DER (RFC 5280)',
  params: authorityId,
  streams: 'application/pkix-crl',
  errors: ['notFound'],
})

export const getAuthorityCertificate = endpoint({
  method: 'GET',
  api: 'pki',
  path: '/ca/{id}.crt',
  needs: 'public',
  anywhere: true,
  summary: 'The certificate of a CA, in DER',
  params: authorityId,
  streams: 'application/pkix-cert',
  errors: ['notFound'],
})

/** Maximum of octets of an OCSP request. */
export const maxOcspRequestOctets = 4096
const ocspAnswer = 'application/ocsp-response'

export const postOcsp = endpoint({
  method: 'POST',
  api: 'pki',
  path: '/ocsp',
  needs: 'public',
  anywhere: true,
  summary: 'The state of certificates by OCSP (RFC 6960); the body is an OCSPRequest in DER',
  octets: 'application/ocsp-request',
  maxBodyBytes: maxOcspRequestOctets,
  streams: ocspAnswer,
})

export const getOcsp = endpoint({
  method: 'GET',
  api: 'pki',
  path: '/ocsp/{request}',
  needs: 'public',
  anywhere: true,
  takesRest: true,
  summary: 'The state of certificates by OCSP; the path ends with the OCSPRequest in base64 (RFC 6960 §A.1)',
  params: z.strictObject({ request: z.string().min(1).max(8192) }),
  streams: ocspAnswer,
})
