import type { CertificateAuthority } from '@simdeck/contract/certificate-authorities.ts'
import type { Tone } from '../../ui/value/glyphs.tsx'

/** The problems of a CA that harm its certificates or will do so, the worst first. */
export const problems = [
  'keyLost',
  'keyMissing',
  'expired',
  'crlExpired',
  'ocspSignerEnded',
  'issuerUnusable',
  'crlOverdue',
  'endingSoon',
  'noBackup',
  'backupUnchecked',
  'backupCheckOld',
  'awaitingCertificate',
] as const
export type Problem = (typeof problems)[number]

const hurtsNow: ReadonlySet<Problem> = new Set(['keyLost', 'keyMissing', 'expired', 'crlExpired', 'ocspSignerEnded', 'issuerUnusable'])

export const toneOfProblem = (problem: Problem): Tone =>
  hurtsNow.has(problem) ? 'failed' : problem === 'awaitingCertificate' ? 'started' : 'interrupted'

/** CRLs are looked after every ten seconds; a restart of the server may take some minutes. */
const crlGraceMs = 10 * 60_000
const backupCheckMs = 365 * 86_400_000
const isBefore = (at: string, ms: number): boolean => Date.parse(at) <= ms

function publicationProblem({ crl, ocspSignerValidTo: signerEnd }: CertificateAuthority, now: number): Problem | null {
  if (crl && isBefore(crl.validTo, now)) return 'crlExpired'
  if (signerEnd !== null && isBefore(signerEnd, now)) return 'ocspSignerEnded'
  return !crl || isBefore(crl.nextAt, now - crlGraceMs) ? 'crlOverdue' : null
}

function backupProblem({ backedUpAt, backupCheckedAt }: CertificateAuthority, now: number): Problem | null {
  if (backedUpAt === null) return 'noBackup'
  if (backupCheckedAt === null || isBefore(backupCheckedAt, Date.parse(backedUpAt))) return 'backupUnchecked'
  return isBefore(backupCheckedAt, now - backupCheckMs) ? 'backupCheckOld' : null
}

function stateProblem({ state }: CertificateAuthority): Problem | null {
  return state === 'active' || state === 'revoked' || state === 'notYetValid' || state === 'keyMissing' ? null : state
}

/** The problems of a CA, the worst first. A CA that has ended needs neither a CRL nor a backup any more. */
export function problemsOf(authority: CertificateAuthority, now: number): Problem[] {
  const { state } = authority
  const publishes = state === 'active' || state === 'endingSoon' || state === 'keyMissing'
  const needsKey = state !== 'expired' && state !== 'revoked'
  const keyProblem = authority.backedUpAt === null ? 'keyLost' : 'keyMissing'
  const found = [
    stateProblem(authority),
    publishes ? publicationProblem(authority, now) : null,
    needsKey ? (authority.hasKey ? backupProblem(authority, now) : keyProblem) : null,
  ]
  return problems.filter((problem) => found.includes(problem))
}
