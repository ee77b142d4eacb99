import type { SimCertificate } from '@simdeck/contract/sim-certificates.ts'

/** True for a request that waits for its approval, and whose key pair is on the card and is to stay there. */
export const awaitsApproval = ({
  keyPairStatus,
  csrStatus,
  managementStatus,
}: Pick<SimCertificate, 'keyPairStatus' | 'csrStatus' | 'managementStatus'>): boolean =>
  csrStatus === 'Verified' && keyPairStatus === 'Generated' && managementStatus !== 'NeedDelete'

/** The actions that the state of a certificate allows, as the server does. */
export function actsOn(one: SimCertificate) {
  const { keyPairStatus, certStatus, activeAt, templateId, revokedAt, certificateSerial, valid_to: end } = one
  const isHeld = keyPairStatus === 'Generated' && certStatus !== 'Writing'
  return {
    decide: awaitsApproval(one),
    deliver: (certStatus === 'Issued' || certStatus === 'Failed') && activeAt === null && end !== null && Date.parse(end) > Date.now(),
    renew: activeAt !== null && templateId !== null && keyPairStatus === 'Generated',
    revoke: certificateSerial !== null && revokedAt === null && certStatus !== 'Expired',
    mark: isHeld,
    remove: isHeld,
  }
}
