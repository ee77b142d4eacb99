import { sql } from 'kysely'
import type { Permission } from '@simdeck/contract/permissions.ts'
import type { SignInEvent } from '@simdeck/contract/me.ts'
import type { Db } from '../platform/db/database.ts'
import type { MemberCaller } from '../platform/http/handler.ts'

export async function insertMember(
  db: Db,
  member: { email: string; name: string; roleId: number; passwordHash: string; mustChangePassword: boolean },
): Promise<void> {
  await db
    .insertInto('members')
    .values({
      email: member.email,
      name: member.name,
      role_id: member.roleId,
      password_hash: member.passwordHash,
      must_change_password: member.mustChangePassword,
      confirmed_at: sql<Date>`now()`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Takes a lock until the transaction ends, so that only one of several nodes creates the first accounts of an empty database. */
export async function lockFirstAccounts(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('first_accounts'))`.execute(trx)
}

export async function hasMembers(db: Db): Promise<boolean> {
  return (await db.selectFrom('members').select('id').limit(1).executeTakeFirst()) !== undefined
}

export async function isMember(db: Db, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('members')
    .select('id')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst()
  return row !== undefined
}

export async function selectAccount(db: Db, email: string) {
  return db
    .selectFrom('members')
    .select(['id', 'email', 'account_status', 'mfa_enabled_at'])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst()
}

/** The caller of a sign-in with its current permissions; null if the sign-in has ended or the member is not active. */
export async function findCaller(db: Db, memberId: number, signInId: string): Promise<MemberCaller | null> {
  const row = await db
    .selectFrom('sign_ins')
    .innerJoin('members', 'members.id', 'sign_ins.member_id')
    .select(['members.id', 'members.name', 'members.email', 'members.role_id', 'members.mfa_enabled_at', 'sign_ins.verified_at'])
    .select((eb) =>
      eb
        .selectFrom('settings')
        .where('key', '=', 'system_mfa_required_roles')
        .orderBy('updated_at', 'desc')
        .limit(1)
        .select('value')
        .as('mfa_required_roles'),
    )
    .select((eb) =>
      eb
        .selectFrom('role_permissions')
        .whereRef('role_permissions.role_id', '=', 'members.role_id')
        .select(sql<Permission[]>`coalesce(array_agg(permission), '{}')`.as('permissions'))
        .as('permissions'),
    )
    .where('sign_ins.id', '=', signInId)
    .where('members.id', '=', memberId)
    .where('sign_ins.revoked_at', 'is', null)
    .where('members.account_status', '=', 'active')
    .executeTakeFirst()
  if (!row) return null
  const mfaEnabled = row.mfa_enabled_at !== null
  return {
    kind: 'member',
    memberId: row.id,
    signInId,
    verifiedAt: row.verified_at,
    mfaEnabled,
    mfaSetupRequired: !mfaEnabled && (row.mfa_required_roles ?? '').split(',').includes(String(row.role_id)),
    name: row.name,
    email: row.email,
    roleId: row.role_id,
    permissions: new Set(row.permissions ?? []),
  }
}

export async function findProfile(db: Db, memberId: number) {
  return db
    .selectFrom('members')
    .innerJoin('roles', 'roles.id', 'members.role_id')
    .select(['members.user_type', 'roles.name as role_name'])
    .select((eb) =>
      eb
        .selectFrom('recovery_codes')
        .whereRef('member_id', '=', 'members.id')
        .where('used_at', 'is', null)
        .select(eb.fn.countAll<number>().as('left'))
        .as('recovery_codes_left'),
    )
    .where('members.id', '=', memberId)
    .executeTakeFirst()
}

export async function insertEvent(
  db: Db,
  event: { member_id: number; outcome: SignInEvent['outcome']; ip: string; user_agent: string | null },
): Promise<void> {
  await db
    .insertInto('sign_in_history')
    .values({ ...event, at: sql<Date>`clock_timestamp()` })
    .execute()
}

/** Replaces the member's password by a temporary one, which is valid for seven days and only lets the member choose another. */
export async function writeTemporaryPassword(trx: Db, memberId: number, passwordHash: string): Promise<void> {
  await trx
    .updateTable('members')
    .set({
      password_hash: passwordHash,
      must_change_password: true,
      password_expires_at: sql<Date>`now() + interval '7 days'`,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', memberId)
    .execute()
}
