import type { SignInEvent } from '@simdeck/contract/me.ts'
import type { SecurityEventName } from '@simdeck/contract/security-log.ts'
import type { Db } from '../platform/db/database.ts'
import { writeSecurityEvent } from '../platform/audit/security/write-event.ts'
import { insertEvent } from './queries.ts'

/** The origin of a request. */
export type Origin = { ip: string; userAgent: string | null; requestId: string }

/** Records an event of a member's account in the sign-in history, which the member can read, and in the security log. */
export async function recordEvent(trx: Db, memberId: number, outcome: SignInEvent['outcome'], origin: Origin): Promise<void> {
  await insertEvent(trx, { member_id: memberId, outcome, ip: origin.ip, user_agent: origin.userAgent })
  const event = securityEventOf[outcome]
  const { ip, userAgent, requestId } = origin
  if (event) await writeSecurityEvent(trx, { event, by: { memberId }, ip, userAgent, requestId, source: 'WEB_UI', route: null })
}

/**
 * The event of the security log for an outcome. The other outcomes are logged at the refusal or by the call that makes the change
 * (`audit/security/events-of-calls.ts`).
 */
const securityEventOf: Partial<Record<SignInEvent['outcome'], SecurityEventName>> = {
  succeeded: 'signIn',
  passwordReset: 'passwordReset',
  passwordChanged: 'passwordChanged',
  mfaEnabled: 'mfaEnabled',
}
