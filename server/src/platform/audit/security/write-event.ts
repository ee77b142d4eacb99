import type { ClientType } from '@simdeck/contract/actions.ts'
import type { SecurityEventName } from '@simdeck/contract/security-log.ts'
import type { Db } from '../../db/database.ts'
import { deleteOldEvents, emailOf, insertEvent, type NewSecurityEvent } from './queries.ts'

/** A completed action for the security log. */
export type CompletedAction = {
  event: SecurityEventName
  detail?: string | null
  /** The member or API ID that did it; null for a command on the server. */
  by: { memberId: number; email?: string } | { credentialId: number; name: string } | null
  targets?: readonly string[]
  ip: string | null
  userAgent: string | null
  requestId: string | null
  source: ClientType | null
  route: string | null
}

/** The origin of a command on the server itself. */
export const onTheServer = { by: null, ip: null, userAgent: null, requestId: null, source: null, route: null } as const

const maxTargetsLength = 500

/** Writes an event of the security log in the transaction of its action. */
export async function writeSecurityEvent(trx: Db, action: CompletedAction): Promise<void> {
  const now = new Date()
  const targets = (action.targets ?? []).join(', ')
  await insertEvent(trx, {
    at: now,
    last_at: now,
    event: action.event,
    outcome: 'success',
    detail: action.detail ?? null,
    ...(await actorColumns(trx, action.by)),
    target: targets === '' ? null : targets.slice(0, maxTargetsLength),
    ip: action.ip,
    user_agent: action.userAgent,
    request_id: action.requestId,
    source: action.source,
    route: action.route,
  })
}

/** Deletes events older than the retention time. */
export async function sweepSecurityLog(db: Db): Promise<void> {
  await deleteOldEvents(db)
}

async function actorColumns(trx: Db, by: CompletedAction['by']): Promise<Partial<NewSecurityEvent>> {
  if (!by) return {}
  if ('credentialId' in by) return { api_credential_id: by.credentialId, api_id: by.name }
  return { member_id: by.memberId, member: by.email ?? (await emailOf(trx, by.memberId)) }
}
