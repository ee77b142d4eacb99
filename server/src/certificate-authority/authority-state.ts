import type { KeyObject } from 'node:crypto'
import type { AuthorityState } from '@simdeck/contract/certificate-authorities.ts'
import { ApiError, type ErrorCode } from '@simdeck/contract/errors.ts'
import type { Sealer } from '../platform/crypto/seal.ts'
import { openKey } from './keys.ts'
import type { AuthorityRow } from './tables.ts'

const dayMs = 86_400_000
/** A CA ends soon if it cannot issue certificates of a year any more, or has used up two thirds of a shorter life. */
const soonDays = 365

/** The CA and those above it, up to the root; an external CA is the last one. */
export function withIssuers(row: AuthorityRow, all: ReadonlyMap<number, AuthorityRow>): AuthorityRow[] {
  const line = [row]
  for (let above = row.parent_id; above !== null && line.length <= all.size;) {
    const parent = all.get(above)
    if (!parent) break
    line.push(parent)
    above = parent.parent_id
  }
  return line
}

type Fault = Exclude<AuthorityState, 'active' | 'endingSoon'>

/** The fault of the certificate of a CA itself; null if it is valid. */
function certificateFault(row: AuthorityRow, now: Date): Exclude<Fault, 'issuerUnusable' | 'keyMissing'> | null {
  if (!row.valid_from || !row.valid_to) return 'awaitingCertificate'
  if (row.revoked_at) return 'revoked'
  if (row.valid_from > now) return 'notYetValid'
  return row.valid_to <= now ? 'expired' : null
}

/** True if the first CA of the line and those above it are valid, so that the certificates that it signed are, too. */
export const isTrusted = (line: readonly AuthorityRow[], now: Date): boolean => line.every((row) => certificateFault(row, now) === null)

function endsSoon({ valid_from: from, valid_to: to }: AuthorityRow, now: Date): boolean {
  if (!from || !to) return false
  const third = (to.getTime() - from.getTime()) / 3
  return to.getTime() - now.getTime() < Math.min(soonDays * dayMs, third)
}

/** The state of the first CA of the line. */
export function stateOf(line: readonly AuthorityRow[], key: KeyObject | null, now: Date): AuthorityState {
  const [own, ...issuers] = line
  if (!own) throw new Error('a line begins with its CA')
  const fault = certificateFault(own, now)
  if (fault) return fault
  if (issuers.some((issuer) => certificateFault(issuer, now))) return 'issuerUnusable'
  if (!key) return 'keyMissing'
  return endsSoon(own, now) ? 'endingSoon' : 'active'
}

const codes: Readonly<Record<Fault, ErrorCode>> = {
  awaitingCertificate: 'caAwaitsCertificate',
  notYetValid: 'caNotYetValid',
  expired: 'caExpired',
  revoked: 'caRevoked',
  issuerUnusable: 'caIssuerUnusable',
  keyMissing: 'caKeyMissing',
}

/**
 * Checks that the first CA of the line can sign certificates of that validity, apart from its key, which is not opened. Throws `ApiError`.
 */
export function expectValidFor(line: readonly AuthorityRow[], validDays: number, now: Date): void {
  const state = stateOf(line, null, now)
  if (state !== 'keyMissing' && state !== 'active' && state !== 'endingSoon') throw new ApiError(codes[state])
  const validTo = line[0]?.valid_to
  if (validTo && validTo.getTime() < now.getTime() + validDays * dayMs) throw new ApiError('caEndsBefore')
}

/** A CA that can sign now: its row, its certificate in DER, and its key. */
export type UsableAuthority = { row: AuthorityRow; certificate: Uint8Array; validTo: Date; key: KeyObject }

/** The first CA of the line, ready to sign. Throws the `ApiError` of its state. */
export function usable(line: readonly AuthorityRow[], sealer: Sealer, now: Date): UsableAuthority {
  const [row] = line
  const key = row ? openKey(sealer, 'certificate_authorities', row) : null
  const state = stateOf(line, key, now)
  if (state !== 'active' && state !== 'endingSoon') throw new ApiError(codes[state])
  if (!row?.certificate || !row.valid_to || !key) throw new Error('a usable CA has a certificate and a key')
  return { row, certificate: row.certificate, validTo: row.valid_to, key }
}
