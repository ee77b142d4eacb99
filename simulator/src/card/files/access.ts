import type { CommandApdu } from '@simdeck/protocol/apdu.ts'
import { responseApdu, type ResponseApdu } from '@simdeck/protocol/apdu.ts'
import { equalBytes } from '@simdeck/protocol/bytes.ts'
import { CardError, sw } from '../../card-error.ts'
import type { Access, FileSystemRecord } from './file-system.ts'

/** Reference of the key of the issuer in VERIFY (ETSI TS 102 221 §9.5.1). */
const adm1 = 0x0a
const admKey = new TextEncoder().encode('88888888')
const admTries = 10
/** Rights of remote file management on this card: the access domain of its poller. */
const remoteRights: readonly Access[] = ['always', 'pin', 'adm1']
/** PIN1 is disabled, so its condition is met without it. */
const localRights: readonly Access[] = ['always', 'pin']

/** The rights of the end that sends a command. `verified`: conditions that it has met by VERIFY since the last reset. */
export type Rights = { remote: boolean; verified: readonly Access[] }

/** Throws 6982 unless the condition is met. */
export function checkAccess(needed: Access, { remote, verified }: Rights): void {
  const met = remote ? remoteRights : [...localRights, ...verified]
  if (!met.includes(needed)) throw new CardError(sw.securityStatus, `the file needs ${needed}`)
}

/** VERIFY of ADM1, which returns the conditions that are met then. Without data it answers the number of tries that are left. */
export function verify(
  record: FileSystemRecord,
  { p1, p2, data }: CommandApdu,
  verified: readonly Access[],
): { response: ResponseApdu; verified: readonly Access[] } {
  if (p1 !== 0x00) throw new CardError(sw.wrongParameters, 'VERIFY has P1 00')
  if (p2 !== adm1) throw new CardError(sw.referencedDataNotFound, 'this card verifies ADM1 only')
  const tries = record.admTries ?? admTries
  if (tries === 0) throw new CardError(sw.authenticationBlocked, 'ADM1 is blocked')
  if (data.length === 0) return { response: responseApdu(0x63c0 | tries), verified }
  if (!equalBytes(data, admKey)) {
    record.admTries = tries - 1
    return { response: responseApdu(0x63c0 | (tries - 1)), verified: [] }
  }
  record.admTries = admTries
  return { response: responseApdu(sw.ok), verified: ['adm1'] }
}
