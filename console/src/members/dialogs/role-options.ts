import { userTypes } from '@simdeck/contract/me.ts'
import { roleIds } from '@simdeck/contract/permissions.ts'
import { useMe } from '../../session/use-me.ts'
import { useText } from '../../ui/words/text.ts'
import { inviteText, roleText, userTypeText } from '../member-text.ts'

/** Options of the role field. Only a Root can choose Root. */
export function useRoleOptions(): { value: string; label: string; disabled: boolean }[] {
  const t = useText(inviteText)
  const roles = useText(roleText)
  const isRoot = useMe().role_id === roleIds.ROOT
  return Object.values(roleIds).map((id) => {
    const disabled = id === roleIds.ROOT && !isRoot
    return { value: String(id), label: disabled ? `${roles[id]} – ${t.onlyRoot}` : roles[id], disabled }
  })
}

export type UserType = (typeof userTypes)[keyof typeof userTypes]

/** Options of the user type field. */
export function useUserTypeOptions(): { value: string; label: string }[] {
  const types = useText(userTypeText)
  return Object.values(userTypes).map((type) => ({ value: String(type), label: types[type] }))
}
