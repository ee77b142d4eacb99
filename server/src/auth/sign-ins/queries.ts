import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

const idleLimit = sql<Date>`now() - interval '12 hours'`
const ageLimit = sql<Date>`now() - interval '30 days'`

/** The columns of a member that a sign-in needs. */
export type SigningIn = {
  id: number
  password_hash: string
  account_status: 'active' | 'inactive' | 'in_confirm'
  must_change_password: boolean
  password_expired: boolean
  mfa_enabled_at: Date | null
}

const signingIn = (db: Db) =>
  db
    .selectFrom('members')
    .select(['id', 'password_hash', 'account_status', 'must_change_password', 'mfa_enabled_at'])
    .select(sql<boolean>`coalesce(password_expires_at <= now(), false)`.as('password_expired'))

export async function selectSigningIn(db: Db, email: string): Promise<SigningIn | undefined> {
  return signingIn(db)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst()
}

/** The member's current row, locked until the transaction ends; undefined if the password hash has changed. */
export async function lockSigningIn(trx: Db, member: SigningIn): Promise<SigningIn | undefined> {
  return signingIn(trx).where('id', '=', member.id).where('password_hash', '=', member.password_hash).forShare().executeTakeFirst()
}

export async function isActive(db: Db, memberId: number): Promise<boolean> {
  return (await selectActive(db, memberId).executeTakeFirst()) !== undefined
}

/** True if the member is active; the row is locked until the transaction ends. */
export async function lockActive(trx: Db, memberId: number): Promise<boolean> {
  return (await selectActive(trx, memberId).forShare().executeTakeFirst()) !== undefined
}

const selectActive = (db: Db, memberId: number) =>
  db.selectFrom('members').select('id').where('id', '=', memberId).where('account_status', '=', 'active')

export async function insertSignIn(
  trx: Db,
  signIn: { id: string; memberId: number; refreshHash: Buffer; ip: string; userAgent: string | null },
): Promise<void> {
  await trx
    .insertInto('sign_ins')
    .values({ id: signIn.id, member_id: signIn.memberId, ip: signIn.ip, user_agent: signIn.userAgent })
    .execute()
  await trx.insertInto('refresh_tokens').values({ hash: signIn.refreshHash, sign_in_id: signIn.id, generation: 1 }).execute()
}

type Family = { memberId: number; signInId: string }
export type Rotation = (Family & { outcome: 'rotated'; refreshToken: string }) | (Family & { outcome: 'reused' | 'tooOften' })

const maxSuccessors = 100
const maxGenerations = 20

/**
 * Exchanges a refresh token of that sign-in for a successor. A token of the newest generation is valid. Its predecessor is valid until one
 * of the successors is used, because tabs renew at the same time. Any other token is a copy and revokes the sign-in: `reused`. `tooOften`:
 * one token was exchanged a hundred times. Null if the sign-in was idle for 12 hours, is 30 days old, has ended, or is unknown.
 */
export async function rotateRefreshToken(
  db: Db,
  { signInId, hash }: { signInId: string; hash: Buffer },
  makeSuccessor: (memberId: number) => { secret: string; hash: Buffer },
): Promise<Rotation | null> {
  return db.transaction().execute(async (trx) => {
    const signIn = await trx
      .selectFrom('sign_ins')
      .selectAll()
      .where('id', '=', signInId)
      .where('revoked_at', 'is', null)
      .where('last_used_at', '>', idleLimit)
      .where('created_at', '>', ageLimit)
      .forUpdate()
      .executeTakeFirst()
    if (!signIn) return null
    const family = { memberId: signIn.member_id, signInId }
    // The token is read under the lock, because another tab may have used it a moment ago.
    const token = await trx.selectFrom('refresh_tokens').selectAll().where('hash', '=', hash).executeTakeFirst()
    const newest = await trx
      .selectFrom('refresh_tokens')
      .select((eb) => ['generation', eb.fn.countAll<number>().as('tokens')])
      .where('sign_in_id', '=', signInId)
      .groupBy('generation')
      .orderBy('generation', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    const isNewest = token?.generation === newest.generation
    const isPredecessor = token?.generation === newest.generation - 1 && token.used_at !== null
    if (!token || !(isNewest || isPredecessor)) {
      await trx.updateTable('sign_ins').set({ revoked_at: new Date() }).where('id', '=', signInId).execute()
      return { ...family, outcome: 'reused' }
    }
    if (isPredecessor && newest.tokens >= maxSuccessors) return { ...family, outcome: 'tooOften' }
    await trx.updateTable('refresh_tokens').set({ used_at: new Date() }).where('hash', '=', hash).execute()
    const successor = makeSuccessor(family.memberId)
    await trx
      .insertInto('refresh_tokens')
      .values({ hash: successor.hash, sign_in_id: signInId, generation: token.generation + 1 })
      .execute()
    await trx.updateTable('sign_ins').set({ last_used_at: new Date() }).where('id', '=', signInId).execute()
    await trx
      .deleteFrom('refresh_tokens')
      .where('sign_in_id', '=', signInId)
      .where('generation', '<', token.generation - maxGenerations)
      .execute()
    return { ...family, outcome: 'rotated', refreshToken: successor.secret }
  })
}

/** The sign-in of a refresh token that an earlier version of Simdeck issued; such a token does not name its sign-in. */
export async function selectSignInOf(db: Db, hash: Buffer): Promise<string | undefined> {
  const row = await db.selectFrom('refresh_tokens').select('sign_in_id').where('hash', '=', hash).executeTakeFirst()
  return row?.sign_in_id
}

export type OpenSignIn = { id: string; created_at: Date; last_used_at: Date; ip: string | null; user_agent: string | null }

export async function selectOpenSignIns(db: Db, memberId: number): Promise<OpenSignIn[]> {
  return db
    .selectFrom('sign_ins')
    .select(['id', 'created_at', 'last_used_at', 'ip', 'user_agent'])
    .where('member_id', '=', memberId)
    .where('revoked_at', 'is', null)
    .where('last_used_at', '>', idleLimit)
    .where('created_at', '>', ageLimit)
    .orderBy('created_at', 'desc')
    .execute()
}

/** The ids of those sign-ins that have not ended. */
export async function selectOpenIds(db: Db, signInIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('sign_ins')
    .innerJoin('members', 'members.id', 'sign_ins.member_id')
    .select('sign_ins.id')
    .where(sql<boolean>`sign_ins.id = any(${signInIds}::uuid[])`)
    .where('revoked_at', 'is', null)
    .where('last_used_at', '>', idleLimit)
    .where('sign_ins.created_at', '>', ageLimit)
    .where('members.account_status', '=', 'active')
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * The reason for the end of a sign-in. `active`: its member is active (null for an unknown member). `revoked`: it was ended before its
 * expiry.
 */
export async function selectEnd(db: Db, signInId: string, memberId: number | null): Promise<{ active: boolean | null; revoked: boolean }> {
  const signIn = await db.selectFrom('sign_ins').select(['member_id', 'revoked_at']).where('id', '=', signInId).executeTakeFirst()
  const owner = signIn?.member_id ?? memberId
  return { active: owner === null ? null : await isActive(db, owner), revoked: (signIn?.revoked_at ?? null) !== null }
}

/** Ends one of the member's sign-ins; false if it is not open. */
export async function revokeSignIn(db: Db, memberId: number, signInId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sign_ins')
    .set({ revoked_at: new Date() })
    .where('id', '=', signInId)
    .where('member_id', '=', memberId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends the member's sign-ins, except `keep`; returns the number that were open. */
export async function revokeSignIns(db: Db, memberId: number, keep: string | null): Promise<number> {
  const open = await selectOpenSignIns(db, memberId)
  await db
    .updateTable('sign_ins')
    .set({ revoked_at: new Date() })
    .where('member_id', '=', memberId)
    .where('revoked_at', 'is', null)
    .$if(keep !== null, (query) => query.where('id', '<>', keep ?? ''))
    .execute()
  return open.filter(({ id }) => id !== keep).length
}

export async function markVerified(db: Db, signInId: string): Promise<void> {
  await db
    .updateTable('sign_ins')
    .set({ verified_at: sql<Date>`now()` })
    .where('id', '=', signInId)
    .execute()
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

/** Uses up a ticket; null if it is unknown, used or older than 30 seconds. */
export async function takeTicket(db: Db, hash: Buffer): Promise<{ memberId: number; signInId: string } | null> {
  const row = await db
    .deleteFrom('ws_tickets')
    .where('hash', '=', hash)
    .returning(['member_id', 'sign_in_id', sql<boolean>`expires_at > now()`.as('fresh')])
    .executeTakeFirst()
  return row?.fresh ? { memberId: row.member_id, signInId: row.sign_in_id } : null
}

/** The addresses of the member's newest sign-ins within 90 days. */
export async function selectSignInAddresses(db: Db, memberId: number): Promise<string[]> {
  const newest = db
    .selectFrom('sign_in_history')
    .select(['ip', 'at'])
    .where('member_id', '=', memberId)
    .where('outcome', '=', 'succeeded')
    .where('ip', 'is not', null)
    .where('at', '>', sql<Date>`now() - interval '90 days'`)
    .orderBy('at', 'desc')
    .limit(1_000)
  const rows = await db.selectFrom(newest.as('newest')).select('ip').distinct().$narrowType<{ ip: string }>().execute()
  return rows.map(({ ip }) => ip)
}
