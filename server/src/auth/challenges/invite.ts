import type { Db } from '../../platform/db/database.ts'
import { endChallenges, issueChallenge, passwordPurposes } from './challenges.ts'
import { currentPolicy, temporaryPassword } from '../password-rules.ts'
import { hashPassword } from '../passwords.ts'
import { writeTemporaryPassword } from '../queries.ts'

/**
 * Gives the member a temporary password, valid for seven days, and a token for the link `/change-password/{token}`; earlier ones become
 * void. Both are stored only as hashes.
 */
export async function newTemporaryPassword(trx: Db, memberId: number): Promise<{ password: string; token: string }> {
  const password = temporaryPassword(await currentPolicy(trx))
  await writeTemporaryPassword(trx, memberId, await hashPassword(password))
  await endChallenges(trx, memberId, passwordPurposes)
  return { password, token: await issueChallenge(trx, memberId, 'invitation') }
}
