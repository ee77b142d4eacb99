import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** The columns of a member that a password change needs. */
export type PasswordOwner = {
  id: number
  email: string
  name: string
  password_hash: string
  account_status: 'active' | 'inactive' | 'in_confirm'
  mfa_enabled_at: Date | null
}

const owners = (db: Db) => db.selectFrom('members').select(['id', 'email', 'name', 'password_hash', 'account_status', 'mfa_enabled_at'])

export async function ownerById(db: Db, id: number): Promise<PasswordOwner | undefined> {
  return owners(db).where('id', '=', id).executeTakeFirst()
}

export async function ownerByEmail(db: Db, email: string): Promise<PasswordOwner | undefined> {
  return owners(db)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst()
}

/** Writes the password if the stored hash is unchanged and the member is not deactivated. It also confirms an unconfirmed member. */
export async function writePassword(trx: Db, owner: PasswordOwner, passwordHash: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('members')
    .set({
      password_hash: passwordHash,
      must_change_password: false,
      password_expires_at: null,
      account_status: 'active',
      confirmed_at: sql<Date>`coalesce(confirmed_at, now())`,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', owner.id)
    .where('password_hash', '=', owner.password_hash)
    .where('account_status', '<>', 'inactive')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Counts a change of the member's password; false if the day had `limit` changes already. The member's row must be locked. */
export async function countChange(trx: Db, memberId: number, limit: number): Promise<boolean> {
  const { count } = await trx
    .selectFrom('password_changes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('member_id', '=', memberId)
    .where('at', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow()
  if (count >= limit) return false
  await trx.insertInto('password_changes').values({ member_id: memberId }).execute()
  return true
}

/** Stores the code of a reset and replaces the earlier one. */
export async function writeResetCode(trx: Db, memberId: number, hash: Buffer): Promise<void> {
  const code = { hash, tries: 0, expires_at: sql<Date>`now() + interval '30 minutes'` }
  await trx
    .insertInto('reset_codes')
    .values({ member_id: memberId, ...code })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(code))
    .execute()
}

/**
 * Uses up one try of a code and returns its hash; undefined if there is no code, it has expired, or no try is left. One row is written in
 * each case, so that the duration does not reveal if a code exists.
 */
export async function tryResetCode(db: Db, memberId: number, limit: number): Promise<Buffer | undefined> {
  const row = await db
    .updateTable('reset_codes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('member_id', '=', memberId)
    .where('tries', '<', limit)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('hash')
    .executeTakeFirst()
  if (!row)
    await db
      .insertInto('sign_in_attempts')
      .values({ key: Buffer.alloc(32) })
      .execute()
  return row?.hash
}

/** Gives back the try of a right code. */
export async function giveBackTry(db: Db, memberId: number, hash: Buffer): Promise<void> {
  await db
    .updateTable('reset_codes')
    .set((eb) => ({ tries: eb('tries', '-', 1) }))
    .where('member_id', '=', memberId)
    .where('hash', '=', hash)
    .execute()
}

export async function takeResetCode(trx: Db, memberId: number, hash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('reset_codes')
    .where('member_id', '=', memberId)
    .where('hash', '=', hash)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Inserts a member who has signed up and has not chosen a password; null if the address is taken. */
export async function insertSignUp(
  trx: Db,
  member: { email: string; name: string; roleId: number; passwordHash: string },
): Promise<number | null> {
  const row = await trx
    .insertInto('members')
    .values({
      email: member.email,
      name: member.name,
      role_id: member.roleId,
      password_hash: member.passwordHash,
      account_status: 'in_confirm',
      self_signed_up: true,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Gives an unconfirmed sign-up the new name; null if no unconfirmed sign-up has the address. */
export async function renewSignUp(trx: Db, email: string, name: string): Promise<number | null> {
  const row = await trx
    .updateTable('members')
    .set({ name, updated_at: sql<Date>`now()` })
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('account_status', '=', 'in_confirm')
    .where('self_signed_up', '=', true)
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}
