import type { CertificateAuthority } from '@simdeck/contract/certificate-authorities.ts'

const dayMs = 86_400_000
const rootDays = 7300
const intermediateDays = 3650

/** True if a further CA may stand below this one now. */
export const mayStandAbove = ({ state, certificates: [own] }: Pick<CertificateAuthority, 'state' | 'certificates'>): boolean =>
  (state === 'active' || state === 'endingSoon') && own?.pathLength !== 0

/** The longest validity in days of a CA below this one. */
export const mostDays = ({ validTo }: CertificateAuthority, now: number): number =>
  validTo === null ? 0 : Math.max(0, Math.floor((Date.parse(validTo) - now) / dayMs))

/** The validity that is proposed: twenty years for a root, ten for a CA below another, but not beyond that one. */
export const usualDays = (above: CertificateAuthority | undefined, now: number): number =>
  above ? Math.min(intermediateDays, mostDays(above, now)) : rootDays
