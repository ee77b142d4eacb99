import { accountStatuses, type Member, memberStatuses } from '@simdeck/contract/members.ts'
import type { Db } from '../platform/db/database.ts'
import type { AttemptLimiter } from '../auth/attempt-limiter.ts'
import type { SecondFactor } from '../auth/second-factor/second-factor.ts'
import { memberById, type MemberRow } from './queries.ts'

const accountStatusOf = { inactive: accountStatuses.inactive, active: accountStatuses.active, in_confirm: accountStatuses.inConfirm }

export type ShapeDependencies = { attemptLimiter: AttemptLimiter; secondFactor: SecondFactor }

/** Members as the API shows them. */
export async function shapeMembers({ attemptLimiter, secondFactor }: ShapeDependencies, rows: readonly MemberRow[]): Promise<Member[]> {
  const locks = await attemptLimiter.lockedUntil(rows.map(({ email }) => email))
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    email: row.email,
    role_id: row.role_id,
    role: row.role,
    user_type: row.user_type,
    created: row.created_at.toISOString(),
    status: row.confirmed_at ? memberStatuses.confirmed : memberStatuses.unconfirmed,
    accountStatus: accountStatusOf[row.account_status],
    mfaStatus: row.mfa_enabled_at === null ? false : secondFactor.canOpen(row.id, row.mfa_secret) || null,
    lastSignIn: row.last_sign_in?.toISOString() ?? null,
    lockedUntil: locks.get(row.email)?.toISOString() ?? null,
    invitedUntil: row.must_change_password ? (row.password_expires_at?.toISOString() ?? null) : null,
  }))
}

/** The member as the API shows it, read again after a change. */
export async function shapeMember(dependencies: ShapeDependencies & { db: Db }, id: number): Promise<Member> {
  const row = await memberById(dependencies.db, id)
  const [member] = await shapeMembers(dependencies, row ? [row] : [])
  if (!member) throw new Error('the member was deleted meanwhile')
  return member
}
