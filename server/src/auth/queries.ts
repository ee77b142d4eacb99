import { sql } from 'kysely'
import type { Permission } from '@simdeck/contract/permissions.ts'
import type { Db } from '../db/database.ts'
import type { MemberCaller } from '../http/handler.ts'

export type Member = { id: number; password_hash: string; account_status: string }

export async function memberByEmail(db: Db, email: string): Promise<Member | undefined> {
  return db
    .selectFrom('members')
    .select(['id', 'password_hash', 'account_status'])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst()
}

export async function insertMember(db: Db, member: { email: string; name: string; roleId: number; passwordHash: string }): Promise<void> {
  await db
    .insertInto('members')
    .values({ email: member.email, name: member.name, role_id: member.roleId, password_hash: member.passwordHash })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function hasMembers(db: Db): Promise<boolean> {
  return (await db.selectFrom('members').select('id').limit(1).executeTakeFirst()) !== undefined
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
    .where('members.id', '=', memberId)
    .executeTakeFirstOrThrow()
}

/** Counts this attempt under both keys, in one transaction, and tells the counts of the last fifteen minutes with it. */
export async function countAttempt(db: Db, keys: readonly Buffer[]): Promise<number[]> {
  return db.transaction().execute(async (trx) => {
    const counts: number[] = []
    for (const key of keys) {
      await sql`select pg_advisory_xact_lock(${key.readInt32BE(0)}, ${key.readInt32BE(4)})`.execute(trx)
      await trx.insertInto('sign_in_attempts').values({ key }).execute()
      const { count } = await trx
        .selectFrom('sign_in_attempts')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('key', '=', key)
        .where('at', '>', sql<Date>`now() - interval '15 minutes'`)
        .executeTakeFirstOrThrow()
      counts.push(count)
    }
    return counts
  })
}

export async function forgetAttempts(db: Db, key: Buffer): Promise<void> {
  await db.deleteFrom('sign_in_attempts').where('key', '=', key).execute()
}

export async function insertSignIn(db: Db, signIn: { id: string; memberId: number; refreshHash: Buffer }): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.insertInto('sign_ins').values({ id: signIn.id, member_id: signIn.memberId }).execute()
    await trx.insertInto('refresh_tokens').values({ hash: signIn.refreshHash, sign_in_id: signIn.id, generation: 1 }).execute()
  })
}

/**
 * Exchanges a refresh token for a successor. The newest generation is good, and the one before it until a token of the newest
 * was used (tabs renew at the same time); anything older revokes the whole family. Idle 12 hours or 30 days old: over.
 */
export async function rotateRefreshToken(
  db: Db,
  hash: Buffer,
  successorHash: Buffer,
): Promise<{ memberId: number; signInId: string } | null> {
  return db.transaction().execute(async (trx) => {
    const token = await trx.selectFrom('refresh_tokens').selectAll().where('hash', '=', hash).executeTakeFirst()
    if (!token) return null
    const signIn = await trx
      .selectFrom('sign_ins')
      .selectAll()
      .where('id', '=', token.sign_in_id)
      .where('revoked_at', 'is', null)
      .where('last_used_at', '>', sql<Date>`now() - interval '12 hours'`)
      .where('created_at', '>', sql<Date>`now() - interval '30 days'`)
      .forUpdate()
      .executeTakeFirst()
    if (!signIn) return null
    const newest = await trx
      .selectFrom('refresh_tokens')
      .select((eb) => ['generation', eb.fn<boolean>('bool_or', [sql`used_at is not null`]).as('used')])
      .where('sign_in_id', '=', signIn.id)
      .groupBy('generation')
      .orderBy('generation', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    const behind = newest.generation - token.generation
    if (behind > 1 || (behind === 1 && newest.used)) {
      await trx.updateTable('sign_ins').set({ revoked_at: new Date() }).where('id', '=', signIn.id).execute()
      return null
    }
    await trx.updateTable('refresh_tokens').set({ used_at: new Date() }).where('hash', '=', hash).execute()
    await trx
      .insertInto('refresh_tokens')
      .values({ hash: successorHash, sign_in_id: signIn.id, generation: token.generation + 1 })
      .execute()
    await trx.updateTable('sign_ins').set({ last_used_at: new Date() }).where('id', '=', signIn.id).execute()
    await trx
      .deleteFrom('refresh_tokens')
      .where('sign_in_id', '=', signIn.id)
      .where('generation', '<', token.generation - 20)
      .execute()
    return { memberId: signIn.member_id, signInId: signIn.id }
  })
}

export async function revokeSignIn(db: Db, signInId: string): Promise<void> {
  await db.updateTable('sign_ins').set({ revoked_at: new Date() }).where('id', '=', signInId).where('revoked_at', 'is', null).execute()
}

export async function insertTicket(db: Db, ticket: { hash: Buffer; memberId: number; signInId: string }): Promise<void> {
  await db
    .insertInto('ws_tickets')
    .values({
      hash: ticket.hash,
      member_id: ticket.memberId,
      sign_in_id: ticket.signInId,
      expires_at: sql<Date>`now() + interval '30 seconds'`,
    })
    .execute()
}

/** Uses a ticket up; null when it is unknown, used or older than 30 seconds. */
export async function takeTicket(db: Db, hash: Buffer): Promise<{ memberId: number; signInId: string } | null> {
  const row = await db
    .deleteFrom('ws_tickets')
    .where('hash', '=', hash)
    .returning(['member_id', 'sign_in_id', sql<boolean>`expires_at > now()`.as('fresh')])
    .executeTakeFirst()
  return row?.fresh ? { memberId: row.member_id, signInId: row.sign_in_id } : null
}

/** Deletes what no longer means anything: old attempts, tickets and ended sign-ins. */
export async function sweepAuth(db: Db): Promise<void> {
  await db
    .deleteFrom('sign_in_attempts')
    .where('at', '<', sql<Date>`now() - interval '1 day'`)
    .execute()
  await db
    .deleteFrom('ws_tickets')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute()
  await db
    .deleteFrom('sign_ins')
    .where('created_at', '<', sql<Date>`now() - interval '31 days'`)
    .execute()
}
