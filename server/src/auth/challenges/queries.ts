import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Database } from '../../platform/db/schema.ts'

export type Purpose = Database['challenges']['purpose']

/** A valid challenge with its member. `newEmail` is set for an e-mail change. */
export type Challenge = { purpose: Purpose; newEmail: string | null; memberId: number; email: string }

export async function insertChallenge(
  db: Db,
  challenge: { hash: Buffer; memberId: number; purpose: Purpose; minutes: number; newEmail: string | null },
): Promise<void> {
  await db
    .insertInto('challenges')
    .values({
      hash: challenge.hash,
      member_id: challenge.memberId,
      purpose: challenge.purpose,
      email: challenge.newEmail,
      expires_at: sql<Date>`now() + make_interval(mins => ${challenge.minutes})`,
    })
    .execute()
}

export async function selectChallenge(db: Db, hash: Buffer, purposes: readonly Purpose[]): Promise<Challenge | undefined> {
  return db
    .selectFrom('challenges')
    .innerJoin('members', 'members.id', 'challenges.member_id')
    .select(['challenges.purpose', 'challenges.email as newEmail', 'members.id as memberId', 'members.email'])
    .where('hash', '=', hash)
    .where('purpose', 'in', purposes)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('members.account_status', '<>', 'inactive')
    .executeTakeFirst()
}

export async function takeChallenge(trx: Db, hash: Buffer): Promise<boolean> {
  const taken = await trx
    .deleteFrom('challenges')
    .where('hash', '=', hash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return taken.numDeletedRows > 0n
}

export async function deleteChallenges(trx: Db, memberId: number, purposes: readonly Purpose[]): Promise<void> {
  await trx.deleteFrom('challenges').where('member_id', '=', memberId).where('purpose', 'in', purposes).execute()
}

export async function deleteResetCode(trx: Db, memberId: number): Promise<void> {
  await trx.deleteFrom('reset_codes').where('member_id', '=', memberId).execute()
}
