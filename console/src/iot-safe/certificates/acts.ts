import type { SimCertificate } from '@simdeck/contract/sim-certificates.ts'

/** The actions that the state of a certificate allows, as the server does. */
export function actsOn({ keyPairStatus, csrStatus, certStatus, activeAt, templateId, revokedAt, certificateSerial }: SimCertificate) {
  const isHeld = keyPairStatus === 'Generated' && certStatus !== 'Writing'
  return {
    decide: csrStatus === 'Verified',
    deliver: (certStatus === 'Issued' || certStatus === 'Failed') && activeAt === null && certificateSerial !== null,
    renew: activeAt !== null && templateId !== null && keyPairStatus === 'Generated',
    revoke: certificateSerial !== null && revokedAt === null && certStatus !== 'Expired',
    mark: isHeld,
    remove: isHeld,
  }
}
