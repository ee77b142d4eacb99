import type { Db } from '../../platform/db/database.ts'
import { hashSecret, newSecret } from '../tokens.ts'
import * as queries from './queries.ts'

/** How long each may be met. */
const minutes: Record<queries.Purpose, number> = {
  newPassword: 15,
  mfa: 5,
  invitation: 7 * 24 * 60,
  signUp: 24 * 60,
  emailChange: 24 * 60,
}

/** The purposes whose token lets a member set a password. */
export const passwordPurposes = ['newPassword', 'invitation', 'signUp'] as const

/** Makes a challenge and tells its token, of which only the hash is kept. */
export async function issueChallenge(trx: Db, memberId: number, purpose: queries.Purpose, newEmail: string | null = null): Promise<string> {
  const { secret, hash } = newSecret()
  await queries.insertChallenge(trx, { hash, memberId, purpose, minutes: minutes[purpose], newEmail })
  return secret
}

/** The challenge of that token while it can be met, and its member is not deactivated; it stays good. */
export async function findChallenge(db: Db, token: string, purposes: readonly queries.Purpose[]): Promise<queries.Challenge | undefined> {
  return queries.selectChallenge(db, hashSecret(token), purposes)
}

/** Uses it up; false: somebody else did, or it has expired. */
export async function takeChallenge(trx: Db, token: string): Promise<boolean> {
  return queries.takeChallenge(trx, hashSecret(token))
}

/** Makes the member's open challenges of those purposes void. */
export async function endChallenges(trx: Db, memberId: number, purposes: readonly queries.Purpose[]): Promise<void> {
  await queries.deleteChallenges(trx, memberId, purposes)
}

/** Makes every link, code and unfinished sign-in of the member void. */
export async function endAllChallenges(trx: Db, memberId: number): Promise<void> {
  await queries.deleteChallenges(trx, memberId, Object.keys(minutes) as queries.Purpose[])
  await queries.deleteResetCode(trx, memberId)
}
