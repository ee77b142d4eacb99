import type { Me } from '@simdeck/contract/me.ts'
import type { Permission } from '@simdeck/contract/permissions.ts'
import { useSession } from './session.ts'

/** The signed-in user. Use it only in screens that need login. */
export function useMe(): Me {
  const now = useSession((state) => state.now)
  if (now.phase !== 'signedIn') throw new Error('useMe outside of a signed-in screen')
  return now.me
}

/** True if the user's role has the permission. The server checks it again. */
export function useMay(permission: Permission): boolean {
  return useMe().role.permissions.some((held) => held.permission.name === permission)
}
