/**
 * The reasons for which a device gets no certificate over EST, with the status of the answer (RFC 7030 §4.2.3) and its text. The texts reach
 * the logs of devices, which are in English.
 */
const refusals = {
  unknownCertificate: [403, 'The client certificate is not one of a SIM of this system.'],
  revoked: [403, 'The client certificate is revoked.'],
  expired: [403, 'The client certificate is not valid at this time.'],
  notActive: [403, 'The client certificate is not the one that the SIM uses at present.'],
  untrustedAuthority: [403, 'The CA of the client certificate is not valid.'],
  malformed: [400, 'The body is not a PKCS#10 request with a key of P-256, signed with ECDSA and SHA-256.'],
  wrongSignature: [400, 'The signature of the request is not that of its key.'],
  otherKey: [403, 'The key of the request is not the key of the SIM.'],
  otherSubject: [403, 'The subject of the request is not the one that the SIM is to have.'],
  otherNames: [403, 'The alternative names of the request are not those that the SIM is to have.'],
  noTemplate: [403, 'The identity template of the client certificate is missing, or does not suit the SIM.'],
  rejected: [403, 'The request was rejected.'],
  tooManyCertificates: [429, 'The SIM has got too many certificates today.'],
  authority: [503, 'The CA cannot sign at present.'],
} as const satisfies Record<string, readonly [status: number, text: string]>

export type EnrolmentRefusal = keyof typeof refusals

/** Thrown when a device gets no certificate. Nothing is stored. `certificateId`: the certificate on a SIM that it presented, if known. */
export class EnrolmentRefused extends Error {
  override readonly name = 'EnrolmentRefused'
  readonly reason: EnrolmentRefusal
  readonly status: number
  readonly certificateId: number | null

  constructor(reason: EnrolmentRefusal, certificateId: number | null = null) {
    const [status, text] = refusals[reason]
    super(text)
    this.reason = reason
    this.status = status
    this.certificateId = certificateId
  }
}
