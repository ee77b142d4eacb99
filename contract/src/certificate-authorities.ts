import { z } from 'zod'
import { countryCodes } from './countries.ts'
import { endpoint } from './endpoint.ts'
import { line } from './line.ts'

/** The largest number of CAs. */
export const maxAuthorities = 50

/** `external`: its key was made here, and a CA elsewhere certified it. */
export const authorityKinds = ['root', 'intermediate', 'external'] as const
export type AuthorityKind = (typeof authorityKinds)[number]

/** `endingSoon`: it still signs. Every other state but `active` prevents signing. `issuerUnusable`: a CA above has ended. */
export const authorityStates = [
  'active',
  'endingSoon',
  'awaitingCertificate',
  'notYetValid',
  'expired',
  'revoked',
  'issuerUnusable',
  'keyMissing',
] as const
export type AuthorityState = (typeof authorityStates)[number]

/** The reasons of a revocation (RFC 5280 §5.3.1) that a person can give. */
export const revocationReasons = [
  'unspecified',
  'keyCompromise',
  'cACompromise',
  'affiliationChanged',
  'superseded',
  'cessationOfOperation',
  'privilegeWithdrawn',
] as const

/** The number of certificates up to which they are counted. */
export const maxCountedCertificates = 100_000

const moment = z.string().nullable()

/** The content of a certificate. Names are in the form of RFC 4514; the serial, the fingerprint (SHA-256) and the identifiers are hex. */
export const decodedCertificate = z.object({
  subject: z.string(),
  issuer: z.string(),
  serial: z.string(),
  validFrom: z.string(),
  validTo: z.string(),
  fingerprint: z.string(),
  /** The kind of the public key, such as `P-256` or `RSA 2048`. */
  key: z.string(),
  isCa: z.boolean(),
  /** The number of CAs that may stand below; null without a limit. */
  pathLength: z.number().nullable(),
  /** Names of RFC 5280, such as `keyCertSign`. */
  keyUsages: z.array(z.string()),
  /** Names of RFC 5280, such as `clientAuth`, or dotted OIDs. */
  extendedKeyUsages: z.array(z.string()),
  subjectKeyIdentifier: z.string().nullable(),
  authorityKeyIdentifier: z.string().nullable(),
  crlUrls: z.array(z.string()),
  ocspUrls: z.array(z.string()),
  issuerUrls: z.array(z.string()),
})
export type DecodedCertificate = z.infer<typeof decodedCertificate>

export const certificateAuthority = z.object({
  id: z.number(),
  name: z.string(),
  kind: z.enum(authorityKinds),
  parentId: z.number().nullable(),
  isDefault: z.boolean(),
  state: z.enum(authorityStates),
  /** Subject and issuer in the form of RFC 4514; the issuer is null before the answer of an external CA. */
  subject: z.string(),
  issuer: z.string().nullable(),
  /** Hex. */
  serial: z.string().nullable(),
  validFrom: moment,
  validTo: moment,
  /** SHA-256 of the certificate, hex. */
  fingerprint: z.string().nullable(),
  /** The certificate and those of the CAs above it; PEM. */
  chain: z.string().nullable(),
  /** The content of the certificates of the chain, in their order. */
  certificates: z.array(decodedCertificate),
  /** The request for an external CA; PEM. */
  request: z.string().nullable(),
  /** The certificates that the CA has issued, and those of them that were revoked; at most `maxCountedCertificates`. */
  issued: z.number(),
  revoked: z.number(),
  /** Null before the first CRL. `nextAt`: the time of the next one without a revocation. */
  crl: z
    .object({
      number: z.number(),
      madeAt: z.string(),
      nextAt: z.string(),
      validTo: z.string(),
      entries: z.number(),
      octets: z.number(),
    })
    .nullable(),
  /** The end of the certificate that signs the answers of OCSP; null before the first one. */
  ocspSignerValidTo: moment,
  /** The addresses that its certificates name. */
  urls: z.object({ crl: z.string(), certificate: z.string(), ocsp: z.string() }),
  /** False if the key cannot be opened here. */
  hasKey: z.boolean(),
  backedUpAt: moment,
  backupCheckedAt: moment,
  revokedAt: moment,
  revocationReason: z.enum(revocationReasons).nullable(),
  createdAt: z.string(),
})
export type CertificateAuthority = z.infer<typeof certificateAuthority>

const id = z.number().int().positive().max(Number.MAX_SAFE_INTEGER)
const authorityId = z.strictObject({ id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) })

/** The subject of a CA: its name is the common name. */
export const authoritySubject = {
  name: line(64).min(1),
  organization: line(64).optional(),
  unit: line(64).optional(),
  country: z.enum(countryCodes).optional(),
}

/** The longest validity of a CA: a certificate cannot end after 2049 plus some years that every peer knows. */
export const maxAuthorityDays = 10_958
/** The errors of the states in which a CA does not sign. */
const unusable = ['caAwaitsCertificate', 'caNotYetValid', 'caExpired', 'caRevoked', 'caIssuerUnusable', 'caKeyMissing'] as const
const confirmedName = z.string().max(200)

export const listAuthorities = endpoint({
  method: 'GET',
  api: 'iotSafe',
  path: '/private-ca',
  needs: 'signedIn',
  summary: 'The certificate authorities with their states, each after the one above it',
  response: z.array(certificateAuthority),
})

export const getAuthority = endpoint({
  method: 'GET',
  api: 'iotSafe',
  path: '/private-ca/{id}',
  needs: 'signedIn',
  summary: 'One certificate authority',
  params: authorityId,
  response: certificateAuthority,
  errors: ['caNotFound'],
})

export const createAuthority = endpoint({
  method: 'POST',
  api: 'iotSafe',
  path: '/private-ca',
  needs: 'SETTING_IOT_SAFE',
  own: true,
  proof: true,
  action: 'settingAdd',
  summary: 'Make a root CA, or an intermediate CA below another one. Its key is made here and stored sealed',
  body: z.strictObject({
    ...authoritySubject,
    /** The CA above; without it, a root is made. */
    parentId: id.optional(),
    validDays: z.number().int().min(1).max(maxAuthorityDays),
    confirmedName,
  }),
  response: certificateAuthority,
  errors: ['nameDiffers', 'caExists', 'caLimit', 'caNotFound', 'caEndsBefore', 'caNotParent', ...unusable],
})

export const requestAuthority = endpoint({
  method: 'POST',
  api: 'iotSafe',
  path: '/private-ca/requests',
  needs: 'SETTING_IOT_SAFE',
  own: true,
  proof: true,
  action: 'settingAdd',
  summary: 'Make the key of a CA and a request (CSR) for an external CA, whose answer is uploaded later',
  body: z.strictObject(authoritySubject),
  response: certificateAuthority,
  errors: ['caExists', 'caLimit'],
})

export const uploadAuthorityCertificate = endpoint({
  method: 'PUT',
  api: 'iotSafe',
  path: '/private-ca/{id}/certificate',
  needs: 'SETTING_IOT_SAFE',
  own: true,
  proof: true,
  action: 'settingUpdate',
  summary: 'Upload the answer of the external CA: the certificate, and after it those of the CAs above, in PEM form',
  params: authorityId,
  body: z.strictObject({ certificates: z.string().min(1).max(100_000) }),
  response: certificateAuthority,
  errors: [
    'caNotFound',
    'caHasCertificate',
    'certificateUnreadable',
    'certificateOtherKey',
    'certificateOtherSubject',
    'certificateNotCa',
    'certificateChainBroken',
  ],
})

export const setDefaultAuthority = endpoint({
  method: 'PUT',
  api: 'iotSafe',
  path: '/private-ca/{id}/default',
  needs: 'SETTING_IOT_SAFE',
  action: 'settingUpdate',
  summary: 'Make a CA the default, which signs for the templates that name none',
  params: authorityId,
  response: certificateAuthority,
  errors: ['caNotFound', ...unusable],
})

export const makeCrl = endpoint({
  method: 'POST',
  api: 'iotSafe',
  path: '/private-ca/{id}/crl',
  needs: 'SETTING_IOT_SAFE',
  action: 'settingUpdate',
  summary: 'Make a new CRL at once',
  params: authorityId,
  response: certificateAuthority,
  errors: ['caNotFound', ...unusable],
})

const backup = z.object({ fileName: z.string(), backup: z.string(), passphrase: z.string() })
export type BackUpAnswer = z.infer<typeof backup>

export const backUpAuthority = endpoint({
  method: 'POST',
  api: 'iotSafe',
  path: '/private-ca/{id}/backup',
  needs: 'SETTING_IOT_SAFE',
  own: true,
  proof: true,
  action: 'settingUpdate',
  summary: 'Export the key and the certificates of a CA, sealed with a passphrase that is shown only now',
  params: authorityId,
  response: backup,
  errors: ['caNotFound', 'caKeyMissing'],
})

export const checkAuthorityBackup = endpoint({
  method: 'POST',
  api: 'iotSafe',
  path: '/private-ca/{id}/backup/check',
  needs: 'SETTING_IOT_SAFE',
  own: true,
  proof: true,
  action: 'settingUpdate',
  summary: 'Open a backup to see that it holds the key of the CA. A key that is missing here is restored from it',
  params: authorityId,
  body: z.strictObject({ backup: z.string().min(1).max(200_000), passphrase: z.string().min(1).max(200) }),
  response: z.object({ restored: z.boolean() }),
  errors: ['caNotFound', 'backupWrong'],
})

export const revokeAuthority = endpoint({
  method: 'POST',
  api: 'iotSafe',
  path: '/private-ca/{id}/revocation',
  needs: 'SETTING_IOT_SAFE',
  own: true,
  proof: true,
  action: 'settingUpdate',
  summary: 'Revoke an intermediate CA, and with it every certificate that it has issued. This cannot be undone',
  params: authorityId,
  body: z.strictObject({ reason: z.enum(revocationReasons), confirmedName }),
  response: certificateAuthority,
  errors: ['caNotFound', 'nameDiffers', 'caNotRevocable', 'caRevoked'],
})

export const deleteAuthority = endpoint({
  method: 'DELETE',
  api: 'iotSafe',
  path: '/private-ca/{id}',
  needs: 'SETTING_IOT_SAFE',
  own: true,
  proof: true,
  action: 'settingDelete',
  summary: 'Delete a CA with its key, if no CA stands below it and no certificate of it is valid',
  params: authorityId,
  body: z.strictObject({ confirmedName }),
  errors: ['caNotFound', 'nameDiffers', 'caInUse', 'caIsDefault'],
})
