import { type Insertable, sql } from 'kysely'
import { securityLogDays } from '@simdeck/contract/security-log.ts'
import type { Db } from '../../db/database.ts'
import type { Database } from '../../db/schema.ts'

export type NewSecurityEvent = Insertable<Database['security_events']>

export async function insertEvent(trx: Db, row: NewSecurityEvent): Promise<void> {
  await trx.insertInto('security_events').values(row).execute()
}

/** A statement has at most 65,535 parameters. */
const rowsAtOnce = 1000

/** Adds rows, all or none; the count of a row with a known key is added to the existing row. */
export async function addCounts(db: Db, rows: readonly NewSecurityEvent[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (let from = 0; from < rows.length; from += rowsAtOnce) await addSome(trx, rows.slice(from, from + rowsAtOnce))
  })
}

async function addSome(trx: Db, rows: readonly NewSecurityEvent[]): Promise<void> {
  await trx
    .insertInto('security_events')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql<number>`security_events.count + excluded.count`,
        last_at: sql<Date>`greatest(security_events.last_at, excluded.last_at)`,
      }),
    )
    .execute()
}

export async function membersOf(
  db: Db,
  { ids, emails }: { ids: readonly number[]; emails: readonly string[] },
): Promise<{ id: number; email: string }[]> {
  return db
    .selectFrom('members')
    .select(['id', 'email'])
    .where(sql<boolean>`id = any(${ids}::bigint[]) or lower(email) = any(${emails}::text[])`)
    .execute()
}

export async function apiIdsOf(db: Db, clientIds: readonly string[]): Promise<{ id: number; name: string; client_id: string }[]> {
  return db
    .selectFrom('api_credentials')
    .select(['id', 'name', 'client_id'])
    .where(sql<boolean>`client_id = any(${clientIds}::text[])`)
    .execute()
}

export async function emailOf(db: Db, memberId: number): Promise<string | null> {
  const row = await db.selectFrom('members').select('email').where('id', '=', memberId).executeTakeFirst()
  return row?.email ?? null
}

export async function deleteOldEvents(db: Db): Promise<void> {
  await db
    .deleteFrom('security_events')
    .where('at', '<', sql<Date>`now() - make_interval(days => ${securityLogDays})`)
    .execute()
}
