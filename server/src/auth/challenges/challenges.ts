import type { Db } from '../../platform/db/database.ts'
import { hashSecret, newSecret } from '../tokens.ts'
import * as queries from './queries.ts'

/** Lifetime of a challenge by purpose. */
const lifetimeMinutes: Record<queries.Purpose, number> = {
  newPassword: 15,
  mfa: 5,
  invitation: 7 * 24 * 60,
  signUp: 24 * 60,
  emailChange: 24 * 60,
}

/** Purposes with a token that lets a member set a password. */
export const passwordPurposes = ['newPassword', 'invitation', 'signUp'] as const

/** Creates a challenge and returns its token; only the hash of the token is stored. */
export async function issueChallenge(trx: Db, memberId: number, purpose: queries.Purpose, newEmail: string | null = null): Promise<string> {
  const { secret, hash } = newSecret()
  await queries.insertChallenge(trx, { hash, memberId, purpose, minutes: lifetimeMinutes[purpose], newEmail })
  return secret
}

/** The challenge of that token, if it is not expired and its member is not deactivated. The challenge stays valid. */
export async function findChallenge(db: Db, token: string, purposes: readonly queries.Purpose[]): Promise<queries.Challenge | undefined> {
  return queries.selectChallenge(db, hashSecret(token), purposes)
}

/** Uses up a challenge; false if it was used already or has expired. */
export async function takeChallenge(trx: Db, token: string): Promise<boolean> {
  return queries.takeChallenge(trx, hashSecret(token))
}

/** Deletes the member's open challenges of those purposes. */
export async function endChallenges(trx: Db, memberId: number, purposes: readonly queries.Purpose[]): Promise<void> {
  await queries.deleteChallenges(trx, memberId, purposes)
}

/** Deletes all challenges of the member and the reset code: links, codes and unfinished sign-ins. */
export async function endAllChallenges(trx: Db, memberId: number): Promise<void> {
  await queries.deleteChallenges(trx, memberId, Object.keys(lifetimeMinutes) as queries.Purpose[])
  await queries.deleteResetCode(trx, memberId)
}
