import type { SignInEvent } from '@simdeck/contract/me.ts'
import type { Db } from '../db/database.ts'
import { insertEvent } from './queries.ts'

/** Where a request came from. */
export type Origin = { ip: string; userAgent: string | null }

/** Writes what happened at a member's account; the member sees it under "sign-in history". */
export async function recordEvent(trx: Db, memberId: number, outcome: SignInEvent['outcome'], origin: Origin): Promise<void> {
  await insertEvent(trx, { member_id: memberId, outcome, ip: origin.ip, user_agent: origin.userAgent })
}
