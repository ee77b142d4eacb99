import { type Selectable, sql } from 'kysely'
import { sortOf } from '@simdeck/contract/list.ts'
import type { Db } from '../platform/db/database.ts'
import { likePart } from '../platform/db/like.ts'
import type { Database } from '../platform/db/schema.ts'

export type MailRow = Selectable<Database['mails']>

export async function destinations(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('mail_destinations').select('address').orderBy('address').execute()
  return rows.map(({ address }) => address)
}

export async function replaceDestinations(trx: Db, addresses: readonly string[]): Promise<void> {
  await sql`lock table mail_destinations in share row exclusive mode`.execute(trx)
  await trx.deleteFrom('mail_destinations').execute()
  if (addresses.length === 0) return
  await trx
    .insertInto('mail_destinations')
    .values(addresses.map((address) => ({ address })))
    .execute()
}

/** Inserts a mail and returns its id. The body is encrypted with that id and written afterwards. */
export async function insertMail(
  trx: Db,
  mail: {
    recipient: string
    subject: string
    state: 'queued' | 'kept'
    unconfirmed: boolean
    member_id: number | null
    words_by: number | null
    server_id: number | null
  },
): Promise<number> {
  const { id } = await trx.insertInto('mails').values(mail).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function setBody(trx: Db, id: number, body: Buffer): Promise<void> {
  await trx.updateTable('mails').set({ body }).where('id', '=', id).execute()
}

export async function markSent(trx: Db, id: number): Promise<void> {
  await trx
    .updateTable('mails')
    .set((set) => ({ state: 'sent', body: null, error: null, sent_at: sql<Date>`clock_timestamp()`, tries: set('tries', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Records a failed try; `last`: no further try follows. */
export async function markNotSent(trx: Db, id: number, error: string, last: boolean): Promise<void> {
  await trx
    .updateTable('mails')
    .set((set) => ({ error, tries: set('tries', '+', 1), ...(last && { state: 'failed' as const }) }))
    .where('id', '=', id)
    .execute()
}

export async function markKept(trx: Db, id: number, unconfirmed: boolean): Promise<void> {
  await trx.updateTable('mails').set({ state: 'kept', unconfirmed }).where('id', '=', id).execute()
}

export async function mailById(db: Db, id: number): Promise<MailRow | undefined> {
  return db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Sets a failed or kept mail to queued; false if there is none. */
export async function setQueued(db: Db, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mails')
    .set({ state: 'queued', unconfirmed: false, tries: 0 })
    .where('id', '=', id)
    .where('state', 'in', ['failed', 'kept'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteOldMails(db: Db, days: number): Promise<void> {
  await db
    .deleteFrom('mails')
    .where('created_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .execute()
}

/** Mails, newest first by default. */
export async function listMails(
  db: Db,
  filter: { state?: MailRow['state'] | undefined; to?: string | undefined; sort?: string | undefined },
  { take, skip }: { take: number; skip: number },
): Promise<{ rows: MailRow[]; total: number }> {
  const direction = sortOf(filter.sort)?.order === 'ASC' ? 'asc' : 'desc'
  const { state, to } = filter
  const matching = db
    .selectFrom('mails')
    .where((where) =>
      where.and([...(state ? [where('state', '=', state)] : []), ...(to ? [sql<boolean>`recipient ilike ${likePart(to)}`] : [])]),
    )
  const [rows, { total }] = await Promise.all([
    matching.selectAll().orderBy('created_at', direction).orderBy('id', direction).limit(take).offset(skip).execute(),
    matching.select((select) => select.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}

const reportInterval = sql`interval '10 minutes'`
const imeiKey = 'imei'

/** Adds to the count of an event; `due` if it can be reported now. The event's row is locked until the transaction ends. */
export async function countEvent(trx: Db, key: string, count: number): Promise<{ count: number; due: boolean }> {
  const { rows } = await sql<{ count: number; due: boolean }>`
    insert into system_mail_events as e (key, since, count) values (${key}, 'epoch', ${count})
    on conflict (key) do update set count = e.count + excluded.count
    returning count, since <= now() - ${reportInterval} as due`.execute(trx)
  return rows[0] ?? { count, due: false }
}

/** Failures, whose keys are JSON arrays, whose last mail is ten minutes old, with the count since; locked until the transaction ends. */
export async function dueFailures(trx: Db): Promise<{ key: string; count: number }[]> {
  return trx
    .selectFrom('system_mail_events')
    .select(['key', 'count'])
    .where('key', 'like', '[%')
    .where('since', '<=', sql<Date>`now() - ${reportInterval}`)
    .forUpdate()
    .skipLocked()
    .execute()
}

/** Resets the event after its report. */
export async function restartEvent(trx: Db, key: string): Promise<void> {
  await trx
    .updateTable('system_mail_events')
    .set({ since: sql<Date>`clock_timestamp()`, count: 0 })
    .where('key', '=', key)
    .execute()
}

export async function forgetEvent(trx: Db, key: string): Promise<void> {
  await trx.deleteFrom('system_mail_events').where('key', '=', key).execute()
}

/** Notes what the next mail about an event tells. */
export async function noteForMail(trx: Db, event: string, id: number): Promise<void> {
  await trx
    .insertInto('system_mail_events')
    .values({ key: `${event} ${id}` })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function hasNotes(db: Db, event: string): Promise<boolean> {
  const notes = db.selectFrom('system_mail_events').select('key').where('key', 'like', `${event} %`)
  return (await notes.limit(1).execute()).length > 0
}

/** The ids that were noted for mails about an event, each once; none within ten minutes of the last `restartEvent`. */
export async function takeNotes(trx: Db, event: string): Promise<number[]> {
  if (!(await countEvent(trx, event, 0)).due) return []
  const rows = await trx.deleteFrom('system_mail_events').where('key', 'like', `${event} %`).returning('key').execute()
  return rows.map(({ key }) => Number(key.slice(event.length + 1)))
}

/** The event of changed IMEIs; `due` if it can be reported now. Locked until the transaction ends. */
export async function imeiEvent(trx: Db): Promise<{ key: string; due: boolean }> {
  return { key: imeiKey, due: (await countEvent(trx, imeiKey, 0)).due }
}

export async function hasImeiChanges(db: Db): Promise<boolean> {
  return (await db.selectFrom('sims').select('id').where('imei_change_untold', '=', true).limit(1).execute()).length > 0
}

/** The ICCIDs of SIMs whose IMEI changed; each change is returned once. A SIM with a locked row is left for the next call. */
export async function takeImeiChanges(trx: Db): Promise<string[]> {
  const { rows } = await sql<{ iccid: string }>`
    with changed as (select id from sims where imei_change_untold order by id for update skip locked)
    update sims set imei_change_untold = false from changed where sims.id = changed.id returning sims.iccid`.execute(trx)
  return rows.map(({ iccid }) => iccid).toSorted()
}
