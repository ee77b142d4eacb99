import { type Selectable, sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import type { Database } from '../platform/db/schema.ts'

export type GatewayRow = Omit<Selectable<Database['sms_gateway']>, 'only_one'>

const columns = ['host', 'port', 'security', 'system_id', 'system_type', 'sender', 'password'] as const

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
