import { type Selectable, sql } from 'kysely'
import { behindCap, type ForwardingFailure } from '@simdeck/contract/log-forwarding.ts'
import type { Db } from '../../platform/db/database.ts'
import type { ActionLogRow, Database, SecurityEventRow } from '../../platform/db/schema.ts'

export type ForwardingRow = Selectable<Database['log_forwarding']>
export type Receiver = Pick<ForwardingRow, 'host' | 'port' | 'ca'>
/** The last forwarded row of each log. */
export type Position = Pick<ForwardingRow, 'action_id' | 'security_id'>

export const selectForwarding = (db: Db): Promise<ForwardingRow | undefined> =>
  db.selectFrom('log_forwarding').selectAll().executeTakeFirst()

/** The settings, locked until the transaction ends, also before the first ones. */
export async function lockForwarding(trx: Db): Promise<ForwardingRow | undefined> {
  await sql`lock table log_forwarding in share row exclusive mode`.execute(trx)
  return selectForwarding(trx)
}

const newestAction = (db: Db) => db.selectFrom('action_log_head').select('id').executeTakeFirst()
export const newestEvent = async (db: Db): Promise<number> =>
  (await db.selectFrom('security_events').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst())?.id ?? 0

/** Writes the receiver under a new version. The first one begins after the present last rows. */
export async function saveReceiver(trx: Db, receiver: Receiver, before: Position | undefined): Promise<void> {
  const position = before ?? { action_id: (await newestAction(trx))?.id ?? 0, security_id: await newestEvent(trx) }
  await trx.deleteFrom('log_forwarding').execute()
  await trx
    .insertInto('log_forwarding')
    .values({ ...receiver, action_id: position.action_id, security_id: position.security_id })
    .execute()
}

/**
 * Ends the forwarding after the last row of the action log, which is that of this change; a forwarding that ended before keeps its end. Call
 * it after the row is written.
 */
export async function endForwarding(trx: Db): Promise<void> {
  const last = (await newestAction(trx))?.id ?? 0
  await trx.updateTable('log_forwarding').set({ last_action_id: last }).where('last_action_id', 'is', null).execute()
}

export async function deleteReceiver(db: Db, version: number): Promise<void> {
  await db.deleteFrom('log_forwarding').where('version', '=', version).execute()
}

/** Stores how far the receiver of that version is; does nothing after a change of the receiver. */
export async function savePosition(db: Db, version: number, position: Position): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('log_forwarding')
    .set({ ...position, sent_at: sql<Date>`clock_timestamp()`, failing_since: null, failure: null, detail: null })
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function saveFailure(db: Db, version: number, failure: ForwardingFailure, detail: string): Promise<void> {
  await db
    .updateTable('log_forwarding')
    .set({ failure, detail, failing_since: sql<Date>`coalesce(failing_since, clock_timestamp())` })
    .where('version', '=', version)
    .execute()
}

export const actionsAfter = (db: Db, id: number, upTo: number, limit: number): Promise<ActionLogRow[]> =>
  db.selectFrom('action_logs').selectAll().where('id', '>', id).where('id', '<=', upTo).orderBy('id').limit(limit).execute()

export const eventsAfter = (db: Db, id: number, upTo: number, limit: number): Promise<SecurityEventRow[]> =>
  db.selectFrom('security_events').selectAll().where('id', '>', id).where('id', '<=', upTo).orderBy('id').limit(limit).execute()

/** The rows after a position, each counted up to a cap. */
export async function countBehind(db: Db, { action_id, security_id }: Position): Promise<{ system: number; security: number }> {
  const { rows } = await sql<{ system: number; security: number }>`select
    (select count(*) from (select 1 from action_logs where id > ${action_id} limit ${behindCap}) waiting)::int as system,
    (select count(*) from (select 1 from security_events where id > ${security_id} limit ${behindCap}) waiting)::int as security`.execute(
    db,
  )
  return rows[0]!
}
