import { sql } from 'kysely'
import type { SettingItem } from '@simdeck/contract/init.ts'
import type { Db } from '../db/database.ts'

/** The settings of the system, the latest of each key. */
export async function systemSettings(db: Db): Promise<SettingItem[]> {
  const rows = await db
    .selectFrom('settings')
    .selectAll()
    .distinctOn('key')
    .where('type', '=', 1)
    .orderBy('key')
    .orderBy('updated_at', 'desc')
    .execute()
  return rows.map((row) => ({
    key: row.key,
    value: row.value,
    type: row.type,
    created_by: row.created_by,
    updated_at: row.updated_at.toISOString(),
  }))
}

export async function allRoles(db: Db): Promise<{ id: number; name: string }[]> {
  return db.selectFrom('roles').selectAll().orderBy('id').execute()
}

export async function answers(db: Db): Promise<boolean> {
  try {
    await sql`select 1 from settings limit 1`.execute(db)
    return true
  } catch {
    return false
  }
}
