import { sql } from 'kysely'
import type { SignInEvent } from '@simdeck/contract/me.ts'
import { isUniqueViolation, type Db } from '../../platform/db/database.ts'

export async function writeName(trx: Db, memberId: number, name: string): Promise<void> {
  await trx
    .updateTable('members')
    .set({ name, updated_at: sql<Date>`now()` })
    .where('id', '=', memberId)
    .execute()
}

export async function memberWith(db: Db, email: string): Promise<{ id: number; name: string; email: string } | undefined> {
  return db
    .selectFrom('members')
    .select(['id', 'name', 'email'])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst()
}

/** False if another member has that address. */
export async function writeEmail(trx: Db, memberId: number, email: string): Promise<boolean> {
  try {
    const { numUpdatedRows } = await trx
      .updateTable('members')
      .set({ email, updated_at: sql<Date>`now()` })
      .where('id', '=', memberId)
      .where('account_status', '=', 'active')
      .executeTakeFirst()
    return numUpdatedRows > 0n
  } catch (error) {
    if (isUniqueViolation(error)) return false
    throw error
  }
}

export type HistoryRow = { id: number; at: Date; outcome: SignInEvent['outcome']; ip: string | null; user_agent: string | null }

const historyOf = (db: Db, memberId: number) =>
  db
    .selectFrom('sign_in_history')
    .where('member_id', '=', memberId)
    .where('at', '>', sql<Date>`now() - interval '90 days'`)

export async function countHistory(db: Db, memberId: number): Promise<number> {
  const { total } = await historyOf(db, memberId)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

export async function selectHistory(
  db: Db,
  memberId: number,
  page: { order: 'asc' | 'desc'; take: number; skip: number },
): Promise<HistoryRow[]> {
  return historyOf(db, memberId)
    .select(['id', 'at', 'outcome', 'ip', 'user_agent'])
    .orderBy('at', page.order)
    .orderBy('id', page.order)
    .limit(page.take)
    .offset(page.skip)
    .execute()
}
