import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { NotificationKind } from './content.ts'
import type { CauseKind, NotificationRow } from './tables.ts'

/** The events of a kind and an owner that may be joined. */
export type Joinable = { kind: NotificationKind; ownerId: number | null; minutes: number }

const asTable = (all: readonly Joinable[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(all)}::jsonb) as w (kind text, "ownerId" bigint, minutes int)`

/** Lets one transaction at a time join events of each kind and owner. All transactions take these locks in one order. */
export async function lockJoins(trx: Db, all: readonly Joinable[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('notifications ' || kind), owner)
    from (select kind, (coalesce("ownerId", 0) % 2147483648)::int as owner from ${asTable(all)} order by 1, 2) ordered`.execute(trx)
}

/** The notifications with which new events may be joined, newest first, locked. */
export async function selectRecent(trx: Db, all: readonly Joinable[]): Promise<NotificationRow[]> {
  const recent = sql`n.kind = w.kind and n.first_at > clock_timestamp() - make_interval(mins => w.minutes)`
  const { rows } = await sql<NotificationRow>`
    select notifications.* from notifications where id in (
      select found.id from ${asTable(all)}, lateral (
        select n.id from notifications n where n.owner_id = w."ownerId" and ${recent}
        union all select n.id from notifications n where w."ownerId" is null and n.owner_id is null and ${recent}) found)
    order by id for update`.execute(trx)
  return rows.toReversed()
}

/** A member for whom the mail of a notification waits. */
export type Wait = { member_id: number; notification_id: number }

/** Deletes notifications. Returns the waits for their mails. */
export async function deleteNotifications(trx: Db, ids: readonly number[]): Promise<Wait[]> {
  if (ids.length === 0) return []
  const waits = await trx
    .deleteFrom('notification_waits')
    .where(sql<boolean>`notification_id = any(${ids}::bigint[])`)
    .returning(['member_id', 'notification_id'])
    .execute()
  await sql`delete from notifications where id = any(${ids}::bigint[])`.execute(trx)
  return waits
}

export type NewRow = Pick<
  NotificationRow,
  | 'kind'
  | 'owner_id'
  | 'only_for'
  | 'count'
  | 'sim_ids'
  | 'campaign_id'
  | 'task_id'
  | 'alert_rule_id'
  | 'safe_object_id'
  | 'in_bell'
  | 'by_mail'
  | 'mail_after'
> & {
  first_at?: Date
  mailed: boolean
  params: string
}

/** A statement has at most 65,535 values. */
const rowsAtOnce = 1_000

/** Inserts notifications, each with a kind or an owner of its own. */
export async function insertNotifications(trx: Db, rows: readonly NewRow[]): Promise<Pick<NotificationRow, 'id' | 'kind' | 'owner_id'>[]> {
  const inserted: Pick<NotificationRow, 'id' | 'kind' | 'owner_id'>[] = []
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const some = rows.slice(from, from + rowsAtOnce)
    inserted.push(...(await trx.insertInto('notifications').values(some).returning(['id', 'kind', 'owner_id']).execute()))
  }
  return inserted
}

export async function insertWaits(trx: Db, waits: readonly Wait[]): Promise<void> {
  for (let from = 0; from < waits.length; from += rowsAtOnce)
    await trx
      .insertInto('notification_waits')
      .values(waits.slice(from, from + rowsAtOnce))
      .execute()
}

export async function insertCause(trx: Db, kind: CauseKind, subjectId: number): Promise<void> {
  await trx.insertInto('notification_causes').values({ kind, subject_id: subjectId }).execute()
}
