import { sql } from 'kysely'
import { type AttentionKey, careMinutes } from '@simdeck/contract/dashboard.ts'
import type { Db } from '../platform/db/database.ts'

export type CareRow = { item: AttentionKey; member_id: number; name: string; until: Date }

const current = (db: Db) =>
  db
    .selectFrom('dashboard_care as care')
    .innerJoin('members', 'members.id', 'care.member_id')
    .select(['care.item', 'care.member_id', 'members.name', 'care.until'])
    .where('care.until', '>', sql<Date>`now()`)

/** The members who take care of items now. */
export const selectCares = (db: Db): Promise<CareRow[]> => current(db).execute()

export const selectCare = (db: Db, item: AttentionKey): Promise<CareRow | undefined> =>
  current(db).where('care.item', '=', item).executeTakeFirst()

/** The care of an item for an hour from now; null if another member has it. Of two members at once, one gets it. */
export async function takeCare(trx: Db, item: AttentionKey, memberId: number): Promise<Date | null> {
  const { rows } = await sql<{ until: Date }>`
    insert into dashboard_care as care (item, member_id, until)
    values (${item}, ${memberId}, now() + make_interval(mins => ${careMinutes}))
    on conflict (item) do update set member_id = excluded.member_id, until = excluded.until
      where care.member_id = excluded.member_id or care.until <= now()
    returning until`.execute(trx)
  return rows[0]?.until ?? null
}

/** Ends the care of a member; false if the member has none. */
export async function endCare(trx: Db, item: AttentionKey, memberId: number): Promise<boolean> {
  const ended = await trx
    .deleteFrom('dashboard_care')
    .where('item', '=', item)
    .where('member_id', '=', memberId)
    .where('until', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return ended.numDeletedRows > 0n
}
