import { type Selectable, sql, type Updateable } from 'kysely'
import type { ConnectorFailure } from '@simdeck/contract/connectors.ts'
import type { Db } from '../platform/db/database.ts'
import type { Database } from '../platform/db/schema.ts'
import type { ConnectorPlatform } from './tables.ts'

export type AccountRow = Selectable<Database['connector_accounts']>

export async function selectAccounts(db: Db, platform?: ConnectorPlatform): Promise<AccountRow[]> {
  const all = db.selectFrom('connector_accounts').selectAll().orderBy('id')
  return (platform ? all.where('platform', '=', platform) : all).execute()
}

/** The accounts of a platform, first the one that answered about the SIM last, if there is one. */
export async function accountsInTurn(db: Db, platform: ConnectorPlatform, simId: number): Promise<(AccountRow & { answered: boolean })[]> {
  return db
    .selectFrom('connector_accounts as account')
    .leftJoin('sim_connectors as sim', (join) => join.onRef('sim.account_id', '=', 'account.id').on('sim.sim_id', '=', simId))
    .selectAll('account')
    .select((eb) => eb('sim.sim_id', 'is not', null).as('answered'))
    .where('account.platform', '=', platform)
    .orderBy('answered', 'desc')
    .orderBy('account.id')
    .$castTo<AccountRow & { answered: boolean }>()
    .execute()
}

export async function selectAccount(db: Db, id: number): Promise<AccountRow | undefined> {
  return db.selectFrom('connector_accounts').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function lockAccount(trx: Db, id: number): Promise<AccountRow | undefined> {
  return trx.selectFrom('connector_accounts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

type NewAccount = Pick<AccountRow, 'platform' | 'name' | 'base_url' | 'username' | 'calls_per_second'>

/** Inserts an account whose key follows; null if the name is taken. */
export async function insertAccount(trx: Db, account: NewAccount): Promise<number | null> {
  const row = await trx
    .insertInto('connector_accounts')
    .values({ ...account, api_key: Buffer.alloc(0) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export async function writeAccount(trx: Db, id: number, change: Updateable<Database['connector_accounts']>): Promise<void> {
  await trx.updateTable('connector_accounts').set(change).where('id', '=', id).execute()
}

export async function deleteAccount(trx: Db, id: number): Promise<void> {
  await trx.deleteFrom('connector_accounts').where('id', '=', id).execute()
}

/** Unanswered requests of each platform. */
export async function countWaiting(db: Db): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('status_requests')
    .innerJoin('tasks', 'tasks.id', 'status_requests.task_id')
    .select(['platform', sql<number>`count(*)::int`.as('count')])
    .where('status_requests.state', '<>', 'answered')
    .where('tasks.state', 'in', ['waiting', 'running'])
    .groupBy('platform')
    .execute()
  return new Map(rows.map(({ platform, count }) => [platform, count]))
}

/** Calls that may begin at once after a pause. */
const burst = 2
/** A caller that would wait longer asks again later. */
const maxWaitSeconds = 2

/** Takes the next call of the account, for all nodes together: the wait until it in ms; null while the account is closed or its line is long. */
export async function takeCall(db: Db, id: number): Promise<number | null> {
  const { rows } = await sql<{ wait: number }>`
    update connector_accounts set next_call_at =
      greatest(next_call_at, clock_timestamp() - make_interval(secs => ${burst}::float8 / calls_per_second)) + make_interval(secs => 1 / calls_per_second)
    where id = ${id} and (closed_until is null or closed_until <= clock_timestamp())
      and next_call_at < clock_timestamp() + make_interval(secs => ${maxWaitSeconds})
    returning (extract(epoch from next_call_at - clock_timestamp()) - 1 / calls_per_second)::float8 * 1000 as wait`.execute(db)
  const [row] = rows
  return row ? Math.max(0, Math.ceil(row.wait)) : null
}

/** The cause for which the account is closed; null if it is called. An account that was removed counts as closed. */
export async function closedFor(db: Db, id: number): Promise<ConnectorFailure | null> {
  const row = await db
    .selectFrom('connector_accounts')
    .select(['failure', sql<boolean>`coalesce(closed_until > clock_timestamp(), false)`.as('closed')])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return 'unreachable'
  return row.closed ? (row.failure ?? 'busy') : null
}

/** Notes an answer of the carrier. */
export async function noteAnswer(db: Db, id: number): Promise<void> {
  await sql`update connector_accounts set failures = 0, failure = null, closed_until = null, last_ok_at = now()
    where id = ${id} and (failures > 0 or last_ok_at is null or last_ok_at < now() - interval '5 seconds')`.execute(db)
}

/** Failures in a row after which an account is closed; a cause that the next call would meet again closes it at once. */
const closingFailures = 3

/** Notes a failure. The account is closed for one second, then twice as long after each further failure, up to a minute. */
export async function noteFailure(db: Db, id: number, failure: ConnectorFailure): Promise<void> {
  const needed = failure === 'unreachable' || failure === 'failing' || failure === 'invalid' ? closingFailures : 1
  await sql`update connector_accounts set failures = failures + 1, failure = ${failure},
    closed_until = case when failures + 1 >= ${needed}
      then now() + make_interval(secs => least(60, power(2, least(failures + 1 - ${needed}, 6)))) else closed_until end
    where id = ${id}`.execute(db)
}
