import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { Me } from '@simdeck/contract/me.ts'
import { call } from './api/api.ts'
import { queryClient } from './api/query-client.ts'
import { session, setSession } from './session.ts'

const mayDo = (me: Me): string => me.role.permissions.map(({ permission }) => permission.name).join()

/** The user as the server knows them now. What the role may see is asked for again when the role is another. */
export function learnMe(me: Me): void {
  const now = session()
  if (now.phase !== 'signedIn') return
  setSession({ phase: 'signedIn', me })
  if (mayDo(me) !== mayDo(now.me)) void queryClient.invalidateQueries()
}

let running: Promise<void> | null = null

/** Asks for the user again; when that fails, what is known stands. */
export function refreshMe(): void {
  running ??= call(endpoints.me, {})
    .then(learnMe)
    .catch(() => undefined)
    .finally(() => {
      running = null
    })
}
