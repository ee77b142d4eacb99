import { memberStatuses } from '@simdeck/contract/members.ts'
import type { Member } from '@simdeck/contract/members.ts'
import type { Me } from '@simdeck/contract/me.ts'
import { roleIds } from '@simdeck/contract/permissions.ts'
import type { Permission } from '@simdeck/contract/permissions.ts'
import type { memberLimitText } from './member-text.ts'

export type MemberAct = 'edit' | 'resend' | 'unlock' | 'signOut' | 'resetMfa' | 'delete'
export type MemberLimit = keyof typeof memberLimitText

const permissionOf: Record<MemberAct, Permission> = {
  edit: 'USER_UPDATE',
  resend: 'USER_UPDATE',
  unlock: 'USER_UPDATE',
  signOut: 'USER_UPDATE',
  resetMfa: 'USER_UPDATE',
  delete: 'USER_DELETE',
}

export const isOwn = (me: Me, member: Member): boolean => me.id === member.id

/** Reason for which the user may not apply the action to the member; null if the user may. The server checks it again. */
export function limitOf(act: MemberAct, me: Me, member: Member): MemberLimit | null {
  if (!me.role.permissions.some(({ permission }) => permission.name === permissionOf[act])) return 'noPermission'
  if (member.role_id === roleIds.ROOT && me.role_id !== roleIds.ROOT) return 'root'
  if (act === 'delete' && isOwn(me, member)) return 'own'
  if (act === 'resend' && member.status === memberStatuses.confirmed) return 'confirmed'
  if (act === 'unlock' && member.lockedUntil === null) return 'notLocked'
  if (act === 'signOut' && isOwn(me, member)) return 'ownSignIns'
  if (act === 'resetMfa' && isOwn(me, member)) return 'ownMfa'
  if (act === 'resetMfa' && member.mfaStatus === false) return 'mfaOff'
  return null
}

/** Maximum number of members that one call deletes. */
export const maxDeletedTogether = 100

/** Reason for which these members cannot be deleted together; null if they can. */
export function deletionLimit(me: Me, members: readonly Member[]): MemberLimit | null {
  if (members.length > maxDeletedTogether) return 'tooMany'
  for (const member of members) {
    const limit = limitOf('delete', me, member)
    if (limit !== null) return limit
  }
  return null
}
