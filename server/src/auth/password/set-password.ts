import { ApiError } from '@simdeck/contract/errors.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import type { Db } from '../../platform/db/database.ts'
import { endAllChallenges } from '../challenges/challenges.ts'
import { recordEvent, type Origin } from '../history.ts'
import { checkNewPassword } from '../password-rules.ts'
import { hashPassword, verifyPassword } from '../passwords.ts'
import { endSignIns } from '../sign-ins/sign-ins.ts'
import * as queries from './queries.ts'

const changesPerDay = 5

/** The hash of a new password. Throws `passwordRules`, `passwordCommon` or `passwordReused`. */
export async function chosenPassword(
  db: Db,
  owner: queries.PasswordOwner,
  password: string,
  at: { host: string; language: Language },
): Promise<string> {
  await checkNewPassword(db, password, { owner, host: at.host }, at.language)
  if (await verifyPassword(owner.password_hash, password)) throw new ApiError('passwordReused')
  return hashPassword(password)
}

/**
 * Sets the password, and ends the links and codes of the member and all sign-ins except `keep`. False if the old password was changed
 * meanwhile or the member was deactivated.
 */
export async function setPassword(
  trx: Db,
  owner: queries.PasswordOwner,
  passwordHash: string,
  change: { outcome: 'passwordChanged' | 'passwordReset'; keep: string | null } & Origin,
): Promise<boolean> {
  if (!(await queries.writePassword(trx, owner, passwordHash))) return false
  await endSignIns(trx, owner.id, change.keep)
  await endAllChallenges(trx, owner.id)
  await recordEvent(trx, owner.id, change.outcome, change)
  return true
}

/**
 * Counts a change that the member asked for; throws `tooManyPasswordChanges` after five in a day. Call it after `setPassword`, which locks
 * the row.
 */
export async function countPasswordChange(trx: Db, memberId: number): Promise<void> {
  if (!(await queries.countChange(trx, memberId, changesPerDay)))
    throw new ApiError('tooManyPasswordChanges', { retryAfterSeconds: 24 * 3600 })
}
