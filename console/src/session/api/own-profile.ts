import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { Me } from '@simdeck/contract/me.ts'
import { call } from './api.ts'
import { queryClient } from './query-client.ts'
import { session, setSession } from '../session.ts'

const permissionsOf = (me: Me): string => me.role.permissions.map(({ permission }) => permission.name).join()

/** Updates the signed-in user. If the permissions have changed, all queries are loaded again, because they may return other data. */
export function updateMe(me: Me): void {
  const now = session()
  if (now.phase !== 'signedIn') return
  setSession({ phase: 'signedIn', me })
  if (permissionsOf(me) !== permissionsOf(now.me)) void queryClient.invalidateQueries()
}

let running: Promise<void> | null = null

/** Reloads the signed-in user. If that fails, the known data stays. */
export function refreshMe(): void {
  running ??= call(endpoints.getMe, {})
    .then(updateMe)
    .catch(() => undefined)
    .finally(() => {
      running = null
    })
}
