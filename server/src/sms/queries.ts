import { type Selectable, sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import type { Database } from '../platform/db/schema.ts'

export type GatewayRow = Omit<Selectable<Database['sms_gateway']>, 'only_one'>

const columns = [
  'host',
  'port',
  'security',
  'system_id',
  'system_type',
  'sender',
  'messages_per_second',
  'window_size',
  'is_paused',
  'password',
] as const

export const selectGateway = (db: Db): Promise<GatewayRow | undefined> => db.selectFrom('sms_gateway').select(columns).executeTakeFirst()

/** The gateway, locked until the transaction ends, also before the first one. */
export async function lockGateway(trx: Db): Promise<GatewayRow | undefined> {
  await sql`lock table sms_gateway in share row exclusive mode`.execute(trx)
  return selectGateway(trx)
}

export async function replaceGateway(trx: Db, row: GatewayRow): Promise<void> {
  await deleteGateway(trx)
  await trx.insertInto('sms_gateway').values(row).execute()
}

export async function deleteGateway(trx: Db): Promise<void> {
  await trx.deleteFrom('sms_gateway').execute()
}

/** A node that holds a session writes its state every two seconds; one that did not for this time is dead. */
const deadSeconds = 15

export async function selectSender(db: Db): Promise<(Selectable<Database['sms_sender']> & { is_bound: boolean }) | undefined> {
  return db
    .selectFrom('sms_sender')
    .selectAll()
    .select(sql<boolean>`bound_since is not null and seen_at > now() - ${deadSeconds} * interval '1 second'`.as('is_bound'))
    .executeTakeFirst()
}

type Figures = Record<'queued' | 'sent' | 'unknown' | 'accepted' | 'unconfirmed' | 'delivered' | 'failed', number>

/** The number of messages by state; of those that ended, the ones of the last hour. */
export async function selectFigures(db: Db): Promise<Figures> {
  const { rows } = await sql<Figures>`
    select
      (select count(*) from sms_messages where state in ('queued', 'unknown') and state = 'queued') as queued,
      (select count(*) from sms_messages where state = 'sent') as sent,
      (select count(*) from sms_messages where state in ('queued', 'unknown') and state = 'unknown') as unknown,
      (select count(*) from sms_messages where state = 'accepted' and ended_at is null) as accepted,
      (select count(*) from sms_messages where ended_at > now() - interval '1 hour' and state = 'accepted') as unconfirmed,
      (select count(*) from sms_messages where ended_at > now() - interval '1 hour' and state = 'delivered') as delivered,
      (select count(*) from sms_messages where ended_at > now() - interval '1 hour' and state = 'failed') as failed
  `.execute(db)
  return rows[0]!
}
