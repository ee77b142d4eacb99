import { z } from 'zod'
import { decodedCertificate, revocationReasons } from './certificate-authorities.ts'
import { endpoint } from './endpoint.ts'
import { altNameTypes, deliveryTypes } from './identity-templates.ts'
import { listQuery } from './list.ts'
import { moment } from './moment.ts'

export const keyPairStatuses = ['NotGenerated', 'Requested', 'Generated', 'Failed', 'Deleted'] as const
export const csrStatuses = ['None', 'Requested', 'Received', 'Verified', 'Signed', 'Rejected'] as const
export const certStatuses = ['None', 'Issued', 'Writing', 'Active', 'Expired', 'Revoked', 'Failed', 'Deleted'] as const
export const managementStatuses = ['NeedUpdate', 'NeedDelete'] as const
export type KeyPairStatus = (typeof keyPairStatuses)[number]
export type CsrStatus = (typeof csrStatuses)[number]
export type CertStatus = (typeof certStatuses)[number]
export type ManagementStatus = (typeof managementStatuses)[number]

/**
 * The reasons of a rejection: the signature is not that of the key; a value of the template is missing or too long; the CA cannot sign; a
 * member has rejected the request.
 */
export const rejectReasons = ['signature', 'template', 'authority', 'member'] as const
export type RejectReason = (typeof rejectReasons)[number]

/** The ways to a certificate: over the air, or a request of the device itself over EST (RFC 7030). */
export const certificateOrigins = ['OTA', 'EST'] as const
export type CertificateOrigin = (typeof certificateOrigins)[number]

const time = z.string().nullable()

/** One issuance on a SIM, from its key pair to the certificate on the card. */
export const simCertificate = z.object({
  id: z.number(),
  simId: z.number(),
  iccid: z.string(),
  label: z.string(),
  /** The ids of the file and of the key pair on the card, hex. */
  objectId: z.string(),
  keyObjectId: z.string(),
  slotId: z.number(),
  templateId: z.number().nullable(),
  templateName: z.string(),
  deliveryType: z.enum(deliveryTypes),
  keyPairStatus: z.enum(keyPairStatuses),
  csrStatus: z.enum(csrStatuses),
  certStatus: z.enum(certStatuses),
  managementStatus: z.enum(managementStatuses).nullable(),
  rejectReason: z.enum(rejectReasons).nullable(),
  csrSubject: z.string(),
  /** The name of the CA; null before the signature. */
  signedBy: z.string().nullable(),
  /** Hex. */
  certificateSerial: z.string().nullable(),
  valid_from: time,
  valid_to: time,
  revokedAt: time,
  revocationReason: z.enum(revocationReasons).nullable(),
  /** The times of the steps: of the key pair and of the request, null for issuances of former versions, and of the signature. */
  keyPairAt: time,
  requestAt: time,
  signedAt: time,
  /** The time at which the card returned the certificate octet for octet, or at which the device fetched it over EST. */
  activeAt: time,
  /** The time from which it is due for renewal by its template; null before the signature. */
  renewAt: time,
  origin: z.enum(certificateOrigins),
  /** The certificate that the device presented to ask for this one, which has the same key pair. */
  renewsId: z.number().nullable(),
  dataType: z.literal('certificate'),
  /** The device that holds the key. */
  deviceType: z.literal('SIM'),
  last_polled_at: time,
  /** The campaign whose OTA works on it, or did so last. */
  campaignId: z.number().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type SimCertificate = z.infer<typeof simCertificate>

export const simCertificateDetails = simCertificate.extend({
  altNames: z.array(z.object({ type: z.enum(altNameTypes), value: z.string() })),
  /** PEM; null before the request or the signature. */
  request: z.string().nullable(),
  certificate: z.string().nullable(),
  /** The file on the card (specification §3): the certificate as PEM, and its octets (DER) in hex. Null before the signature. */
  content: z.string().nullable(),
  hexContent: z.string().nullable(),
  /** The certificates of the CAs above, from the issuer up; PEM. */
  chain: z.string().nullable(),
  decoded: decodedCertificate.nullable(),
  /** The end of the OTA that did not make the key pair, get the request or write the certificate; null unless it failed. */
  failure: z.object({ code: z.number().nullable(), sw: z.string().nullable(), reason: z.string().nullable() }).nullable(),
})
export type SimCertificateDetails = z.infer<typeof simCertificateDetails>

const simParams = z.strictObject({ simId: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) })
const certParams = z.strictObject({ certId: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) })
const period = moment.optional()

export const certificateSortFields = ['iccid', 'createdAt', 'updatedAt', 'valid_from', 'valid_to'] as const

const filters = {
  /** A part of the ICCID. */
  iccid: z.string().trim().min(1).max(20).optional(),
  keyPairStatus: z.enum(keyPairStatuses).optional(),
  csrStatus: z.enum(csrStatuses).optional(),
  certStatus: z.enum(certStatuses).optional(),
  managementStatus: z.enum(managementStatuses).optional(),
  origin: z.enum(certificateOrigins).optional(),
  createdAtFrom: period,
  createdAtTo: period,
  updatedAtFrom: period,
  updatedAtTo: period,
  validFromStart: period,
  validFromEnd: period,
  validToStart: period,
  validToEnd: period,
}

export const listCertificates = endpoint({
  method: 'GET',
  api: 'iotSafe',
  path: '/certificates',
  needs: 'signedIn',
  summary: 'Certificates on SIMs, the newest first',
  query: listQuery(certificateSortFields, filters),
  response: simCertificate,
  list: true,
})

export const listSimCertificates = endpoint({
  method: 'GET',
  api: 'iotSafe',
  path: '/sims/{simId}/certificates',
  needs: 'signedIn',
  summary: 'Certificates of one SIM, the newest first',
  params: simParams,
  query: listQuery(certificateSortFields, filters),
  response: simCertificate,
  list: true,
  errors: ['iotSafeSimNotFound'],
})

export const getCertificate = endpoint({
  method: 'GET',
  api: 'iotSafe',
  path: '/certificates/{certId}',
  needs: 'signedIn',
  summary: 'One certificate with its content, request and chain',
  params: certParams,
  response: simCertificateDetails,
  errors: ['certificateNotFound'],
})

const started = z.object({
  /** The campaign that carries it out. */
  campaignId: z.number(),
})

const unusable = [
  'noDefaultCa',
  'caEndsBefore',
  'caAwaitsCertificate',
  'caNotYetValid',
  'caExpired',
  'caRevoked',
  'caIssuerUnusable',
  'caKeyMissing',
] as const
const notStarted = ['iotSafeSimNotFound', 'noTargetSims', ...unusable] as const

export const createCertificate = endpoint({
  method: 'POST',
  api: 'iotSafe',
  path: '/sims/{simId}/certificates',
  needs: 'IOTSAFE_CERTIFICATES_CREATE',
  action: 'otaAdd',
  summary: 'Have a SIM make a key pair and get a certificate by a template, over the air',
  params: simParams,
  body: z.strictObject({ templateId: z.number().int().positive() }),
  response: started,
  errors: ['templateNotFound', ...notStarted],
})

export const decideCertificate = endpoint({
  method: 'POST',
  api: 'iotSafe',
  path: '/certificates/{certId}/decision',
  needs: 'IOTSAFE_CERTIFICATES_UPDATE',
  action: 'iotSafeUpdate',
  summary: 'Approve a verified request, which the CA then signs, or reject it',
  params: certParams,
  body: z.strictObject({ approve: z.boolean() }),
  response: simCertificate,
  errors: ['certificateNotFound', 'certificateState', ...unusable, 'caNotFound'],
})

/** The most certificates that one call decides on or invalidates. */
export const maxCertificates = 1000
const certificateIds = z.array(z.number().int().positive().max(Number.MAX_SAFE_INTEGER)).min(1).max(maxCertificates)
const counts = z.object({ success: z.number(), skipped: z.number(), failed: z.number() })

export const decideCertificates = endpoint({
  method: 'POST',
  api: 'iotSafe',
  path: '/certificates/decisions',
  needs: 'IOTSAFE_CERTIFICATES_UPDATE',
  action: 'iotSafeUpdate',
  summary: 'Approve verified requests, which their CAs then sign, or reject them. Those that do not wait for a decision are skipped',
  body: z.strictObject({ certIds: certificateIds, approve: z.boolean() }),
  response: counts,
  errors: [...unusable, 'caNotFound'],
})

export const deliverCertificate = endpoint({
  method: 'POST',
  api: 'iotSafe',
  path: '/certificates/{certId}/deliver',
  needs: 'IOTSAFE_CERTIFICATES_UPDATE',
  action: 'otaAdd',
  summary: 'Write an issued certificate into the SIM, over the air',
  params: certParams,
  response: started,
  errors: ['certificateNotFound', 'certificateState', ...notStarted],
})

export const renewCertificate = endpoint({
  method: 'POST',
  api: 'iotSafe',
  path: '/certificates/{certId}/renew',
  needs: 'IOTSAFE_CERTIFICATES_UPDATE',
  action: 'otaAdd',
  summary: 'Issue a certificate by the same template beside this one, with a new key pair',
  params: certParams,
  response: started,
  errors: ['certificateNotFound', 'certificateState', 'templateNotFound', ...notStarted],
})

export const removeCertificate = endpoint({
  method: 'DELETE',
  api: 'iotSafe',
  path: '/certificates/{certId}',
  needs: 'IOTSAFE_CERTIFICATES_DELETE',
  action: 'otaAdd',
  summary: 'Delete a certificate and its key pair from the SIM, over the air',
  params: certParams,
  response: started,
  errors: ['certificateNotFound', 'certificateState', ...notStarted],
})

export const markCertificate = endpoint({
  method: 'PUT',
  api: 'iotSafe',
  path: '/certificates/{certId}/management',
  needs: 'IOTSAFE_CERTIFICATES_UPDATE',
  action: 'iotSafeUpdate',
  summary: 'Mark a certificate for renewal or deletion, or take the mark back. A mark for deletion can only be taken back, not replaced',
  params: certParams,
  body: z.strictObject({ managementStatus: z.enum(managementStatuses).nullable() }),
  response: simCertificate,
  errors: ['certificateNotFound', 'certificateState'],
})

export const invalidateCertificates = endpoint({
  method: 'POST',
  api: 'iotSafe',
  path: '/certificates/invalidate',
  needs: 'IOTSAFE_CERTIFICATES_DELETE',
  action: 'iotSafeUpdate',
  summary: 'Revoke certificates with a reason. Those that are not valid any more are skipped',
  body: z
    .strictObject({
      /** Certificates on SIMs. */
      certIds: certificateIds.optional(),
      /** Entries of the signing history, in place of `certIds`: that of a certificate stays when its SIM is deleted. */
      signingIds: certificateIds.optional(),
      reason: z.enum(revocationReasons).default('unspecified'),
    })
    .refine(({ certIds, signingIds }) => (certIds === undefined) !== (signingIds === undefined), { path: ['certIds'] }),
  response: counts,
})

export const certificateFigures = endpoint({
  method: 'GET',
  api: 'iotSafe',
  path: '/certificates/figures',
  needs: 'signedIn',
  summary: 'Certificates on SIMs by state, and those that end by week',
  response: z.object({
    byStatus: z.array(z.object({ status: z.enum(certStatuses), count: z.number() })),
    byAuthority: z.array(z.object({ name: z.string(), count: z.number() })),
    /** Active certificates whose validity ends in the week from that day on, for 26 weeks. */
    weeks: z.array(z.object({ from: z.string(), count: z.number() })),
    /** Active certificates that ended before, or that end later than those weeks. */
    later: z.number(),
  }),
})
