import { sql } from 'kysely'
import { keptNotifications } from '@simdeck/contract/notifications.ts'
import type { Db } from '../platform/db/database.ts'
import type { NotificationKind } from '../platform/notifications/content.ts'
import type { CauseKind, NotificationRow } from '../platform/notifications/tables.ts'

/** Kinds that a member hears of, apart for events that the member caused and for those of others. */
export type Heard = { own: readonly NotificationKind[]; others: readonly NotificationKind[] }

/** The kept notifications of the member `m`, with a record of `heard`, as a table of ids. */
const kept = sql`
  select id from (
    select n.id from unnest(m.own) k cross join lateral (
      select id from notifications where kind = k and owner_id = m.id and in_bell and at >= m.since order by id desc limit ${sql.lit(keptNotifications)}) n
    union all
    select n.id from unnest(m.others) k cross join lateral (
      select id from notifications where kind = k and owner_id is distinct from m.id and in_bell and at >= m.since
      order by id desc limit ${sql.lit(keptNotifications)}) n
  ) heard order by id desc limit ${sql.lit(keptNotifications)}`

/** A member who joined after an event does not hear of it. */
const since = sql`(select created_at from members where id = given.id)`

/** The kept notifications of a member, newest first. */
export async function selectKept(db: Db, memberId: number, { own, others }: Heard): Promise<(NotificationRow & { read: boolean })[]> {
  const { rows } = await sql<NotificationRow & { read: boolean }>`
    select n.*, exists (select from notification_reads r where r.member_id = m.id and r.notification_id = n.id) as read
    from (select given.*, ${since} as since from (values (${memberId}::bigint, ${own}::text[], ${others}::text[])) given (id, own, others)) m
    cross join lateral (${kept}) kept join notifications n on n.id = kept.id
    order by n.id desc`.execute(db)
  return rows
}

export type Listener = { id: number; category: string } & Heard

/** For each listener and category the number of unread ones among the kept notifications, and the newest of them; none without any. */
export async function countUnread(
  db: Db,
  listeners: readonly Listener[],
): Promise<{ id: number; category: string; unread: number; newest: number }[]> {
  const { rows } = await sql<{ id: number; category: string; unread: number; newest: number }>`
    select m.id, m.category, count(*) filter (where r.member_id is null) as unread, max(kept.id) as newest
    from (select given.*, ${since} as since from jsonb_to_recordset(${JSON.stringify(listeners)}::jsonb)
      as given (id bigint, category text, own text[], others text[])) m
    cross join lateral (${kept}) kept
    left join notification_reads r on r.member_id = m.id and r.notification_id = kept.id
    group by m.id, m.category`.execute(db)
  return rows
}

export async function insertReads(db: Db, memberId: number, ids: readonly number[]): Promise<void> {
  await sql`
    insert into notification_reads (member_id, notification_id)
    select ${memberId}, id from notifications where id = any(${ids}::bigint[]) order by id for key share
    on conflict do nothing`.execute(db)
}

/** The permissions and the stored choices of members who are active. */
export async function selectReaders(
  db: Db,
  memberIds: readonly number[],
): Promise<{ id: number; permissions: string[]; choices: string | null }[]> {
  const { rows } = await sql<{ id: number; permissions: string[]; choices: string | null }>`
    select m.id, array(select permission from role_permissions p where p.role_id = m.role_id) as permissions,
      (select value from settings s where s.key = 'user_notifications' and s.type = 2 and s.created_by = m.id
        order by s.updated_at desc, s.id desc limit 1) as choices
    from members m where m.id = any(${memberIds}::bigint[]) and m.account_status = 'active'`.execute(db)
  return rows
}

/**
 * Deletes notifications that no member gets any more: those of each kind and owner but the newest, and old ones. Their numbers stay until
 * each daily mail has told them.
 */
export async function deleteOld(db: Db): Promise<void> {
  await sql`
    delete from notification_waits w using members m where m.id = w.member_id and m.account_status <> 'active'`.execute(db)
  await sql`
    with deleted as (
      delete from notifications n using (
        select id, row_number() over (partition by kind, owner_id order by id desc) as place from notifications) ranked
      where n.id = ranked.id and (n.mailed or n.mail_after is null)
        and not exists (select from notification_waits w where w.notification_id = n.id)
        and (ranked.place > ${keptNotifications} or n.at < now() - interval '90 days')
      returning n.kind, n.owner_id, n.by_mail, date_bin('1 minute', n.at + interval '59.999999 s', 'epoch') as minute)
    insert into notification_drops (minute, kind, owner_id, count)
    select minute, kind, owner_id, count(*) from deleted where by_mail group by minute, kind, owner_id`.execute(db)
  await sql`
    delete from notification_drops where minute < now() - interval '90 days' or minute < least(now() - interval '2 days', (
      select min(d.sent_to) from notification_digests d join members m on m.id = d.member_id where m.account_status = 'active'))`.execute(
    db,
  )
}

export async function selectIccids(db: Db, simIds: readonly number[]): Promise<Map<number, string>> {
  const rows = await db.selectFrom('sims').select(['id', 'iccid']).where('id', 'in', simIds).execute()
  return new Map(rows.map(({ id, iccid }) => [id, iccid]))
}

export async function hasCauses(db: Db, kinds: readonly CauseKind[]): Promise<boolean> {
  return (await db.selectFrom('notification_causes').select('id').where('kind', 'in', kinds).limit(1).execute()).length > 0
}

/** Deletes the oldest causes of these kinds and returns them; those that another transaction takes are left to it. */
export async function takeCauses(trx: Db, kinds: readonly CauseKind[], limit: number): Promise<{ kind: CauseKind; subject_id: number }[]> {
  const { rows } = await sql<{ kind: CauseKind; subject_id: number }>`
    delete from notification_causes where id in (
      select id from notification_causes where kind = any(${kinds}::text[]) order by id limit ${limit} for update skip locked)
    returning kind, subject_id`.execute(trx)
  return rows
}

/** The ended campaigns among these, without those that their creator stopped. */
export async function selectCampaignEnds(
  trx: Db,
  ids: readonly number[],
): Promise<{ id: number; name: string; total: number; state: string; ownerId: number | null }[]> {
  const { rows } = await sql<{ id: number; name: string; total: number; state: string; ownerId: number | null }>`
    select c.id, c.name, c.total, c.state, c.created_by as "ownerId" from campaigns c left join members m on m.id = c.created_by
    where c.id = any(${ids}::bigint[]) and (c.state <> 'stopped' or c.stopped_by is distinct from coalesce(m.name, c.created_by_name))
    order by c.created_by, c.id`.execute(trx)
  return rows
}

/** Those of the campaigns that still wait for approval. */
export async function selectAsked(
  trx: Db,
  ids: readonly number[],
): Promise<{ id: number; name: string; sims: number; asker: string; ownerId: number | null }[]> {
  return trx
    .selectFrom('campaigns as c')
    .innerJoin('campaign_approvals as a', 'a.campaign_id', 'c.id')
    .select(['c.id', 'c.name', 'c.total as sims', 'a.asked_name as asker', 'a.asked_by as ownerId'])
    .where('c.state', '=', 'awaitingApproval')
    .where(sql<boolean>`c.id = any(${ids}::bigint[])`)
    .orderBy('a.asked_by')
    .orderBy('c.id')
    .execute()
}

/** The SIMs with the names that people know; deleted ones are absent. */
export async function selectSimNames(trx: Db, ids: readonly number[]): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, coalesce(nullif(device_alias, ''), iccid) as name from sims where id = any(${ids}::bigint[]) order by id desc`.execute(trx)
  return rows
}
