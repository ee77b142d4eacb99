import type { SignInEvent } from '@simdeck/contract/me.ts'
import type { SecurityEventName } from '@simdeck/contract/security-log.ts'
import type { Db } from '../platform/db/database.ts'
import { writeSecurityEvent } from '../platform/audit/security/write-event.ts'
import { insertEvent } from './queries.ts'

/** Where a request came from. */
export type Origin = { ip: string; userAgent: string | null; requestId: string }

/** Writes what happened at a member's account; the member sees it under "sign-in history". */
export async function recordEvent(trx: Db, memberId: number, outcome: SignInEvent['outcome'], origin: Origin): Promise<void> {
  await insertEvent(trx, { member_id: memberId, outcome, ip: origin.ip, user_agent: origin.userAgent })
  const event = securityEventOf[outcome]
  const { ip, userAgent, requestId } = origin
  if (event) await writeSecurityEvent(trx, { event, by: { memberId }, ip, userAgent, requestId, source: 'WEB_UI', route: null })
}

/** The others are told where they are refused, or by the call that changes something (`audit/security/events-of-calls.ts`). */
const securityEventOf: Partial<Record<SignInEvent['outcome'], SecurityEventName>> = {
  succeeded: 'signIn',
  passwordReset: 'passwordReset',
  passwordChanged: 'passwordChanged',
  mfaEnabled: 'mfaEnabled',
}
