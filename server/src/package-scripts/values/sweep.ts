import type { Db } from '../../platform/db/database.ts'
import { deleteExpired, expireValues } from './queries.ts'

/** Lines in one statement, and statements in one run. */
const linesAtOnce = 10_000
const statements = 300

/** Deletes the values that nobody needs any more, in parts. */
export async function sweepValues(db: Db): Promise<void> {
  await expireValues(db)
  for (let done = 0; done < statements; done++) {
    if (!(await deleteExpired(db, linesAtOnce))) return
  }
}
