import type { Db } from '../../platform/db/database.ts'
import { onTheServer, writeSecurityEvent } from '../../platform/audit/security/write-event.ts'
import { AttemptLimiter } from '../attempt-limiter.ts'
import { isMember } from '../queries.ts'

/** Ends the lock of a member's address. */
export async function unlockMember(db: Db, email: string): Promise<'unlocked' | 'notLocked' | 'unknown'> {
  if (!(await isMember(db, email))) return 'unknown'
  if (!(await new AttemptLimiter(db).unlock(email))) return 'notLocked'
  await writeSecurityEvent(db, { event: 'unlocked', targets: [email], ...onTheServer })
  return 'unlocked'
}
