import type { Me } from '@simdeck/contract/me.ts'
import type { Permission } from '@simdeck/contract/permissions.ts'
import { useSession } from './session.ts'

/** The signed-in user; only for screens that need login. */
export function useMe(): Me {
  const now = useSession((state) => state.now)
  if (now.phase !== 'signedIn') throw new Error('useMe outside of a signed-in screen')
  return now.me
}

/** True if the user's role holds the permission; the server checks it again. */
export function useMay(permission: Permission): boolean {
  return useMe().role.permissions.some((held) => held.permission.name === permission)
}
