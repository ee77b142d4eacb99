import type { Me } from '@simdeck/contract/me.ts'
import type { Db } from '../platform/db/database.ts'
import type { MemberCaller } from '../platform/http/handler.ts'
import { findCaller, findProfile } from './queries.ts'

/** The signed-in member, as in `GET /v1/me` and ME_UPDATED; null if the member was deleted meanwhile. */
export async function meOf(db: Db, caller: MemberCaller): Promise<Me | null> {
  const profile = await findProfile(db, caller.memberId)
  if (!profile) return null
  return {
    id: caller.memberId,
    name: caller.name,
    Username: caller.email,
    email: caller.email,
    role_id: caller.roleId,
    mfaEnabled: caller.mfaEnabled,
    mfaSetupRequired: caller.mfaSetupRequired,
    recoveryCodesLeft: caller.mfaEnabled ? (profile.recovery_codes_left ?? 0) : null,
    user_type: profile.user_type,
    role: {
      id: caller.roleId,
      name: profile.role_name,
      permissions: [...caller.permissions].sort().map((name) => ({ permission: { name } })),
    },
  }
}

/** The signed-in member with its current member and role rows; null if the sign-in has ended. */
export async function currentMe(db: Db, caller: MemberCaller): Promise<Me | null> {
  const now = await findCaller(db, caller.memberId, caller.signInId)
  return now && meOf(db, now)
}
