import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { memberStatuses } from '@simdeck/contract/members.ts'
import type { Language } from '@simdeck/contract/languages.ts'
import { roleIds } from '@simdeck/contract/permissions.ts'
import type { Db } from '../platform/db/database.ts'
import { likePart } from '../platform/db/like.ts'

const lastSignIn = sql<Date | null>`(select max(at) from sign_in_history
  where sign_in_history.member_id = members.id and sign_in_history.outcome = 'succeeded')`

const shown = (db: Db) =>
  db
    .selectFrom('members')
    .innerJoin('roles', 'roles.id', 'members.role_id')
    .select(['members.id', 'members.name', 'members.email', 'members.role_id', 'roles.name as role', 'members.user_type'])
    .select(['members.created_at', 'members.account_status', 'members.confirmed_at', 'members.mfa_enabled_at', 'members.mfa_secret'])
    .select(['members.must_change_password', 'members.password_expires_at'])
    .select(lastSignIn.as('last_sign_in'))

export type MemberRow = Awaited<ReturnType<ReturnType<typeof shown>['executeTakeFirstOrThrow']>>

export type MemberFilter = {
  name?: string | undefined
  email?: string | undefined
  role_id?: number | undefined
  status?: 1 | 2 | undefined
  created_start?: string | undefined
  created_end?: string | undefined
}

function matching(filter: MemberFilter): RawBuilder<SqlBool> {
  const conditions = [sql<SqlBool>`true`]
  const add = (condition: RawBuilder<SqlBool>) => conditions.push(condition)
  if (filter.name) add(sql`members.name ilike ${likePart(filter.name)}`)
  if (filter.email) add(sql`members.email ilike ${likePart(filter.email)}`)
  if (filter.role_id) add(sql`members.role_id = ${filter.role_id}`)
  if (filter.status)
    add(filter.status === memberStatuses.confirmed ? sql`members.confirmed_at is not null` : sql`members.confirmed_at is null`)
  if (filter.created_start) add(sql`members.created_at >= ${filter.created_start}`)
  if (filter.created_end) add(sql`members.created_at <= ${filter.created_end}`)
  return sql.join(conditions, sql` and `)
}

/** Sort keys of the columns. Text sorts without regard to case; the account status sorts as inactive, active, in confirm. */
const sortKeys: Record<string, RawBuilder<unknown>> = {
  name: sql`lower(members.name)`,
  email: sql`lower(members.email)`,
  role_id: sql`members.role_id`,
  created: sql`members.created_at`,
  status: sql`members.confirmed_at is null`,
  accountStatus: sql`array_position(array['inactive', 'active', 'in_confirm'], members.account_status)`,
  lastSignIn,
}

export async function countMembers(db: Db, filter: MemberFilter): Promise<number> {
  const row = await db
    .selectFrom('members')
    .where(matching(filter))
    .select((of) => of.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return row.total
}

export async function selectMembers(
  db: Db,
  filter: MemberFilter,
  page: { sort: { field: string; order: 'ASC' | 'DESC' } | null; take: number; skip: number },
): Promise<MemberRow[]> {
  const key = sortKeys[page.sort?.field ?? 'created'] ?? sql`members.created_at`
  const order = sql.raw(page.sort?.order === 'ASC' ? 'asc' : 'desc')
  return shown(db)
    .where(matching(filter))
    .orderBy(sql`${key} ${order} nulls last, members.id ${order}`)
    .limit(page.take)
    .offset(page.skip)
    .execute()
}

export async function memberById(db: Db, id: number): Promise<MemberRow | undefined> {
  return shown(db).where('members.id', '=', id).executeTakeFirst()
}

/** A member whose row is locked until the transaction ends. */
export type LockedMemberRow = {
  id: number
  email: string
  name: string
  role_id: number
  user_type: number
  account_status: 'active' | 'inactive' | 'in_confirm'
  confirmed_at: Date | null
  mfa_enabled_at: Date | null
}

/**
 * Locks the members with these addresses, in any case of letters. All changes of members wait for each other, so that a check of other
 * members, such as the number of ROOTs, stays true until the transaction ends.
 */
export async function lockMemberRows(trx: Db, emails: readonly string[]): Promise<LockedMemberRow[]> {
  await sql`select pg_advisory_xact_lock(hashtext('members'))`.execute(trx)
  return trx
    .selectFrom('members')
    .select(['id', 'email', 'name', 'role_id', 'user_type', 'account_status', 'confirmed_at', 'mfa_enabled_at'])
    .where(sql<SqlBool>`lower(email) = any(${emails.map((email) => email.toLowerCase())})`)
    .orderBy('id')
    .forUpdate()
    .execute()
}

export async function activeRootsBesides(trx: Db, ids: readonly number[]): Promise<number> {
  const row = await trx
    .selectFrom('members')
    .select((of) => of.fn.countAll<number>().as('roots'))
    .where('role_id', '=', roleIds.ROOT)
    .where('account_status', '=', 'active')
    .where('id', 'not in', ids)
    .executeTakeFirstOrThrow()
  return row.roots
}

/** Inserts a member without a password, which has to be set in the same transaction; null if the address is taken. */
export async function insertInvited(
  trx: Db,
  member: { email: string; name: string; roleId: number; userType: number | undefined },
): Promise<number | null> {
  const row = await trx
    .insertInto('members')
    .values({
      email: member.email,
      name: member.name,
      role_id: member.roleId,
      user_type: member.userType,
      account_status: 'in_confirm',
      password_hash: '',
    })
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export async function writeMember(
  trx: Db,
  id: number,
  change: {
    name?: string | undefined
    role_id?: number | undefined
    user_type?: number | undefined
    account_status: LockedMemberRow['account_status']
  },
): Promise<void> {
  await trx
    .updateTable('members')
    .set({ ...change, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

/** Deletes members with their own settings; system settings that they saved stay. */
export async function removeMembers(trx: Db, ids: readonly number[]): Promise<void> {
  await trx.deleteFrom('settings').where('type', '=', 2).where('created_by', 'in', ids).execute()
  // Campaigns continue without their creators, and still name them.
  await sql`update campaigns set created_by_name = members.name from members
    where members.id = campaigns.created_by and members.id = any(${ids}::bigint[])`.execute(trx)
  await trx.deleteFrom('members').where('id', 'in', ids).execute()
}

export async function writeLanguage(trx: Db, memberId: number, language: Language): Promise<void> {
  await trx
    .insertInto('settings')
    .values({ key: 'user_language', value: language, type: 2, created_by: memberId, updated_at: new Date() })
    .execute()
}
