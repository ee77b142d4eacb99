import type { SimCertificate } from '@simdeck/contract/sim-certificates.ts'
import type { SimFile } from '@simdeck/contract/sim-files.ts'

export type PastKind = 'keyPair' | 'request' | 'signed' | 'active' | 'revoked' | 'written' | 'objectsRead'

/** `by`: the CA that signed. */
export interface PastEvent {
  kind: PastKind
  at: string
  label: string
  by: string
}

type Certificate = Pick<SimCertificate, 'label' | 'keyPairAt' | 'requestAt' | 'signedAt' | 'activeAt' | 'revokedAt' | 'signedBy' | 'origin'>

/** The past of the certificates, the files and the list of objects of a SIM, the newest first. */
export function pastEvents(
  certificates: readonly Certificate[],
  files: readonly Pick<SimFile, 'label' | 'activeAt'>[],
  readAt: string | null,
): PastEvent[] {
  const event = (kind: PastKind, at: string | null, label: string, by = ''): PastEvent[] => (at === null ? [] : [{ kind, at, label, by }])
  const ofCertificates = certificates.flatMap((one) => [
    ...event('revoked', one.revokedAt, one.label),
    ...event('active', one.activeAt, one.label),
    ...event('signed', one.signedAt, one.label, one.signedBy ?? ''),
    ...event('request', one.requestAt, one.label),
    // A device asks over EST for a certificate of a key pair that is there already.
    ...(one.origin === 'OTA' ? event('keyPair', one.keyPairAt, one.label) : []),
  ])
  const ofFiles = files.flatMap(({ label, activeAt }) => event('written', activeAt, label))
  return [...ofCertificates, ...ofFiles, ...event('objectsRead', readAt, '')].toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
}
