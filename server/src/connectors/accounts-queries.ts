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

/** Unanswered requests of each platform, of tasks that go on. */
export async function countWaiting(db: Db): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('tasks')
    .innerJoin('open_status_requests as open', 'open.task_id', 'tasks.id')
    .select(['open.platform', sql<number>`sum(open.count)::int`.as('count')])
    .where('tasks.state', 'in', ['waiting', 'running'])
    .groupBy('open.platform')
    .execute()
  return new Map(rows.map(({ platform, count }) => [platform, count]))
}

const maxCalls = 4
/** The time after an answer of the carrier that too many calls were made, in which they are made one at a time. */
const limitedMs = 10 * 60_000

/** The most calls of one kind that are open at a time: four, and fewer if the account permits fewer in a second. */
export const mostCalls = ({ calls_per_second: rate }: Pick<AccountRow, 'calls_per_second'>): number =>
  Math.max(1, Math.min(maxCalls, Math.floor(rate)))

/** The number of calls of one kind that may be open now: one while the carrier fails, and for a while after it was called too often. */
export function callsAtOnce(account: Pick<AccountRow, 'failures' | 'limited_at' | 'calls_per_second'>): number {
  const { failures, limited_at: limitedAt } = account
  const isLimited = limitedAt !== null && limitedAt.getTime() > Date.now() - limitedMs
  return failures > 0 || isLimited ? 1 : mostCalls(account)
}

/** Calls that may begin at once after a pause. */
const burst = 2
/** A caller that would wait longer asks again later. */
const maxWaitSeconds = 2

/** A turn to call: the wait until it in ms, and whether the account should note the answer. */
type Turn = { wait: number; notes: boolean }

/**
 * Takes the next call of the account, for all nodes together; null while the account is closed or its line is long. The turn is not kept if
 * the database stops at once, so that no call waits for its disk.
 */
export async function takeCall(db: Db, id: number): Promise<Turn | null> {
  const { rows } = await sql<Turn>`
    update connector_accounts set next_call_at =
      greatest(next_call_at, clock_timestamp() - make_interval(secs => ${burst}::float8 / calls_per_second)) + make_interval(secs => 1 / calls_per_second)
    where id = ${id} and (closed_until is null or closed_until <= clock_timestamp())
      and next_call_at < clock_timestamp() + make_interval(secs => ${maxWaitSeconds})
    returning (extract(epoch from next_call_at - clock_timestamp()) - 1 / calls_per_second)::float8 * 1000 as wait,
      failures > 0 or last_ok_at is null or last_ok_at < now() - interval '5 seconds' as notes,
      set_config('synchronous_commit', 'off', true)`.execute(db)
  const [row] = rows
  return row ? { wait: Math.max(0, Math.ceil(row.wait)), notes: row.notes } : null
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
    where id = ${id}`.execute(db)
}

/** Failures in a row after which an account is closed; a cause that the next call would meet again closes it at once. */
const closingFailures = 3

/** Notes a failure. The account is closed for one second, then twice as long after each further failure, up to a minute. */
export async function noteFailure(db: Db, id: number, failure: ConnectorFailure): Promise<void> {
  const needed = failure === 'unreachable' || failure === 'failing' || failure === 'invalid' ? closingFailures : 1
  await sql`update connector_accounts set failures = failures + 1, failure = ${failure},
    limited_at = case when ${failure === 'busy'} then now() else limited_at end,
    closed_until = case when failures + 1 >= ${needed}
      then now() + make_interval(secs => least(60, power(2, least(failures + 1 - ${needed}, 6)))) else closed_until end
    where id = ${id}`.execute(db)
}
