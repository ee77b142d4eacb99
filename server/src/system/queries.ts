import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

export async function allRoles(db: Db): Promise<{ id: number; name: string }[]> {
  return db.selectFrom('roles').selectAll().orderBy('id').execute()
}

/** True if the database answers and is migrated. */
export async function isDatabaseReady(db: Db): Promise<boolean> {
  try {
    await sql`select 1 from settings limit 1`.execute(db)
    return true
  } catch {
    return false
  }
}
