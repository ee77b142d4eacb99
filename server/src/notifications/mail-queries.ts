import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import type { NotificationRow } from '../platform/notifications/tables.ts'
import type { Heard } from './queries.ts'

export type MailReader = {
  id: number
  email: string
  name: string
  role_id: number
  created_at: Date
  permissions: string[]
  choices: string | null
}

/** All active members who may get a mail, with their permissions and choices. */
export async function selectMailReaders(db: Db): Promise<MailReader[]> {
  const { rows } = await sql<MailReader>`
    select m.id, m.email, m.name, m.role_id, m.created_at,
      array(select permission from role_permissions p where p.role_id = m.role_id) as permissions,
      (select value from settings s where s.key = 'user_notifications' and s.type = 2 and s.created_by = m.id
        order by s.updated_at desc, s.id desc limit 1) as choices
    from members m where m.account_status = 'active' order by m.id`.execute(db)
  return rows
}

/** The mail of an alert may have to wait for the end of quiet hours. */
const isDue = sql<boolean>`(mail_after is null or mail_after <= now())`

export async function hasUnmailed(db: Db): Promise<boolean> {
  return (await db.selectFrom('notifications').select('id').where('mailed', '=', false).where(isDue).limit(1).execute()).length > 0
}

/** The notifications whose mails are not made yet, oldest first; from now on they are. Those of another transaction are left to it. */
export async function takeUnmailed(trx: Db): Promise<NotificationRow[]> {
  const { rows } = await sql<NotificationRow>`
    with unmailed as (select id from notifications where not mailed and ${isDue} order by id for update skip locked)
    update notifications n set mailed = true from unmailed where n.id = unmailed.id returning n.*`.execute(trx)
  return rows.toSorted((one, other) => one.id - other.id)
}

/** The end of the last daily mail of a member, locked; a member without one gets the first for the time from `first` on. */
export async function lockDigest(trx: Db, memberId: number, first: Date): Promise<Date> {
  await trx
    .insertInto('notification_digests')
    .values({ member_id: memberId, sent_to: first })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await lockKnownDigest(trx, memberId)) ?? first
}

/** The end of the last daily mail of a member, locked; null without one. */
export async function lockKnownDigest(trx: Db, memberId: number): Promise<Date | null> {
  const known = await trx
    .selectFrom('notification_digests')
    .select('sent_to')
    .where('member_id', '=', memberId)
    .forUpdate()
    .executeTakeFirst()
  return known?.sent_to ?? null
}

export async function writeDigest(trx: Db, memberId: number, sentTo: Date): Promise<void> {
  await trx.updateTable('notification_digests').set({ sent_to: sentTo }).where('member_id', '=', memberId).execute()
}

/** Lets the mails of notifications wait for the end of the quiet hours of a member. */
export async function insertWaits(trx: Db, memberId: number, ids: readonly number[]): Promise<void> {
  await sql`insert into notification_waits (member_id, notification_id) select ${memberId}, unnest(${ids}::bigint[])`.execute(trx)
}

/** The members with notifications whose mails wait. */
export async function selectWaitingMembers(db: Db): Promise<Set<number>> {
  const rows = await db.selectFrom('notification_waits').select('member_id').distinct().execute()
  return new Set(rows.map(({ member_id: id }) => id))
}

/** The notifications whose mails wait for a member, oldest first; from now on they do not wait. */
export async function takeWaiting(trx: Db, memberId: number): Promise<NotificationRow[]> {
  const { rows } = await sql<NotificationRow>`
    with waits as (delete from notification_waits where member_id = ${memberId} returning notification_id)
    select n.* from notifications n join waits on waits.notification_id = n.id order by n.id`.execute(trx)
  return rows
}

/** The members' ends of their last daily mails. */
export async function selectDigests(db: Db): Promise<Map<number, Date>> {
  const rows = await db.selectFrom('notification_digests').selectAll().execute()
  return new Map(rows.map((row) => [row.member_id, row.sent_to]))
}

/**
 * The notifications of a time, oldest first, and the number of deleted ones that the reader hears of, both as of one moment: a notification
 * that is deleted meanwhile is in one of them.
 */
export async function selectBetween(
  db: Db,
  { id, created_at: joinedAt }: MailReader,
  { own, others }: Heard,
  after: Date,
  upTo: Date,
): Promise<{ rows: NotificationRow[]; dropped: number }> {
  const { rows } = await sql<NotificationRow & { id: number | null; dropped: number }>`
    select n.*, d.dropped from (
      select coalesce(sum(count), 0)::int as dropped from notification_drops
      where minute > greatest(${after}::timestamptz, ${joinedAt}::timestamptz) and minute <= ${upTo}
        and kind = any(case when owner_id = ${id} then ${own}::text[] else ${others}::text[] end)) d
    left join notifications n on n.at > ${after} and n.at <= ${upTo} order by n.id`.execute(db)
  return { rows: rows.filter((row) => row.id !== null), dropped: rows[0]?.dropped ?? 0 }
}
