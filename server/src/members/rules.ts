import { ApiError } from '@simdeck/contract/errors.ts'
import { roleIds } from '@simdeck/contract/permissions.ts'
import type { Db } from '../platform/db/database.ts'
import type { Caller } from '../platform/http/handler.ts'
import { activeRootsBesides, type LockedMemberRow } from './queries.ts'

/** Only a ROOT may create or change a ROOT. Throws `ApiError('noPermission')`. */
export function checkMayChange(caller: Caller, roles: readonly number[]): void {
  if (caller.roleId !== roleIds.ROOT && roles.includes(roleIds.ROOT)) throw new ApiError('noPermission')
}

/**
 * Throws unless the caller may delete or deactivate these members or change their role. An active ROOT must remain, and members cannot do
 * this to their own account.
 */
export async function checkMayRemove(trx: Db, caller: Caller, members: readonly LockedMemberRow[]): Promise<void> {
  const isActiveRoot = (member: LockedMemberRow) => member.role_id === roleIds.ROOT && member.account_status === 'active'
  const ids = members.map(({ id }) => id)
  if (members.some(isActiveRoot) && (await activeRootsBesides(trx, ids)) === 0) throw new ApiError('lastRoot')
  if (caller.memberId !== null && ids.includes(caller.memberId)) throw new ApiError('ownAccount')
}

/** A member as the subject of an action. */
export const subjectOf = ({ id, name }: Pick<LockedMemberRow, 'id' | 'name'>) => ({ subjects: [`member:${id}` as const], name })
