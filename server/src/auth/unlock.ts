import type { Db } from '../db/database.ts'
import { Gate } from './gate/gate.ts'
import { isMember } from './queries.ts'

/** Ends the lock of a member's address. */
export async function unlockMember(db: Db, email: string): Promise<'unlocked' | 'notLocked' | 'unknown'> {
  if (!(await isMember(db, email))) return 'unknown'
  return (await new Gate(db).unlock(email)) ? 'unlocked' : 'notLocked'
}
