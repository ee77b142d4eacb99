import { sweepSecurityLog } from '../platform/audit/security/write-event.ts'
import type { Db } from '../platform/db/database.ts'
import * as queries from './sweep-queries.ts'

/** Deletes old attempts, expired rows, old records and unconfirmed sign-ups. */
export async function sweepAuth(db: Db): Promise<void> {
  await queries.deleteOldAttempts(db)
  await queries.deleteExpired(db)
  await queries.deleteOldRecords(db)
  await queries.deleteLapsedSignUps(db)
  await sweepSecurityLog(db)
}
