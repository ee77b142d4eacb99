import { sql } from 'kysely'
import type { Permission } from '@simdeck/contract/permissions.ts'
import type { SignInEvent } from '@simdeck/contract/me.ts'
import type { Db } from '../db/database.ts'
import type { MemberCaller } from '../http/handler.ts'

const attemptsPerSubject = 10
const minutesAgo = (minutes: number) => sql<Date>`clock_timestamp() - make_interval(mins => ${minutes})`

/** Keys that belong to one attempt, and are always locked in this order. */
export type AttemptKeys = { subject: Buffer; ip: Buffer }

/** Until the transaction ends nobody else counts under that key. */
async function holdKey(trx: Db, key: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(${key.readInt32BE(0)}, ${key.readInt32BE(4)})`.execute(trx)
}

export async function openLocks(db: Db, keys: readonly Buffer[]): Promise<{ key: Buffer; until: Date }[]> {
  return db
    .selectFrom('sign_in_locks')
    .selectAll()
    .where('key', 'in', keys.length > 0 ? keys : [Buffer.alloc(0)])
    .where('until', '>', sql<Date>`clock_timestamp()`)
    .execute()
}

export async function countRecent(db: Db, key: Buffer, minutes: number): Promise<number> {
  const { count } = await db
    .selectFrom('sign_in_attempts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('key', '=', key)
    .where('at', '>', minutesAgo(minutes))
    .executeTakeFirstOrThrow()
  return count
}

export async function insertAttempt(db: Db, key: Buffer): Promise<void> {
  await db
    .insertInto('sign_in_attempts')
    .values({ key, at: sql<Date>`clock_timestamp()` })
    .execute()
}

/** Counts this attempt, or says why it may not be made. The one that reaches the limit locks the subject: it is the `last`. */
export async function countAttempt(
  db: Db,
  { subject, ip }: AttemptKeys,
  perIp: number,
): Promise<{ last: boolean } | 'accountLocked' | 'tooManyRequests'> {
  // Most of a flood ends here, without waiting for one another.
  if ((await openLocks(db, [subject])).length > 0) return 'accountLocked'
  return db.transaction().execute(async (trx) => {
    await holdKey(trx, subject)
    await holdKey(trx, ip)
    if ((await countRecent(trx, ip, 15)) >= perIp) return 'tooManyRequests'
    if ((await openLocks(trx, [subject])).length > 0) return 'accountLocked'
    const ended = await trx.deleteFrom('sign_in_locks').where('key', '=', subject).executeTakeFirst()
    if (ended.numDeletedRows > 0n) await trx.deleteFrom('sign_in_attempts').where('key', '=', subject).execute()
    await insertAttempt(trx, subject)
    await insertAttempt(trx, ip)
    if ((await countRecent(trx, subject, 15)) < attemptsPerSubject) return { last: false }
    await trx
      .insertInto('sign_in_locks')
      .values({ key: subject, until: sql<Date>`clock_timestamp() + interval '15 minutes'` })
      .execute()
    return { last: true }
  })
}

/** One attempt less; a lock that it was needed for opens. */
export async function giveBackAttempt(db: Db, { subject, ip }: AttemptKeys): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const key of [subject, ip]) {
      await holdKey(trx, key)
      await sql`delete from sign_in_attempts where ctid =
        (select ctid from sign_in_attempts where key = ${key} order by at desc limit 1)`.execute(trx)
    }
    if ((await countRecent(trx, subject, 15)) < attemptsPerSubject)
      await trx.deleteFrom('sign_in_locks').where('key', '=', subject).execute()
  })
}

/** Counts one more under the key unless there are `limit` already. */
export async function countWithin(db: Db, key: Buffer, limit: number, minutes: number): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await holdKey(trx, key)
    if ((await countRecent(trx, key, minutes)) >= limit) return false
    await insertAttempt(trx, key)
    return true
  })
}

/** Forgets the attempts and the lock; true: a lock was open. */
export async function forgetAttempts(db: Db, key: Buffer): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await holdKey(trx, key)
    await trx.deleteFrom('sign_in_attempts').where('key', '=', key).execute()
    const lock = await trx.deleteFrom('sign_in_locks').where('key', '=', key).returning('until').executeTakeFirst()
    return lock !== undefined && lock.until > new Date()
  })
}

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

/** The caller of a live sign-in: the member is active and the sign-in not revoked, at this moment. */
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

/** Replaces the member's password by one that opens nothing but the choice of another, for seven days. */
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
