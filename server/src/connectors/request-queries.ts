import { type RawBuilder, sql } from 'kysely'
import type { ConnectorFailure } from '@simdeck/contract/connectors.ts'
import type { SimStatus } from '@simdeck/contract/sim-values.ts'
import type { Db } from '../platform/db/database.ts'
import { writeStatus } from './queries.ts'
import type { ConnectorPlatform } from './tables.ts'

export type StatusRequest = {
  task_id: number
  n: number
  sim_id: number
  iccid: string
  platform: ConnectorPlatform
  to_status: SimStatus
  state: 'stored' | 'sent'
  /** Changes that were asked for and had no usable answer. */
  fruitless: number
  /** The end of the lease, which identifies it. */
  lease: string
}

type NewStatusRequest = Omit<StatusRequest, 'state' | 'fruitless' | 'lease'>

/** Stores requests of one task before anything is sent, and their number. */
export async function insertRequests(trx: Db, requests: readonly NewStatusRequest[]): Promise<void> {
  const of = <Name extends keyof NewStatusRequest>(name: Name) => requests.map((request) => request[name])
  await sql`insert into status_requests (task_id, n, sim_id, iccid, platform, to_status)
    select * from unnest(${of('task_id')}::bigint[], ${of('n')}::bigint[], ${of('sim_id')}::bigint[], ${of('iccid')}::text[],
      ${of('platform')}::text[], ${of('to_status')}::text[])`.execute(trx)
  await sql`insert into open_status_requests as open (task_id, platform, count)
    select task_id, platform, count(*) from unnest(${of('task_id')}::bigint[], ${of('platform')}::text[]) as given(task_id, platform)
    group by task_id, platform on conflict (task_id, platform) do update set count = open.count + excluded.count`.execute(trx)
}

/** Longer than a call and the wait for its turn take together; the lease is renewed before each call. */
const leaseSeconds = 30
const newLease = sql`clock_timestamp() + make_interval(secs => ${leaseSeconds})`

/** A lease lost with the database is taken again, so that taking it does not wait for the disk. */
const unhurried = sql`set_config('synchronous_commit', 'off', true)`

/**
 * Takes the next due requests of the task that no closed account keeps, so that no other node works on them. It is called after each answer,
 * so it reads no more requests than it takes, and none if all accounts are closed.
 */
export async function leaseRequests(db: Db, taskId: number, take: number): Promise<StatusRequest[]> {
  if (take <= 0) return []
  const { rows } = await sql<StatusRequest>`
    with closed as materialized (select id, platform from connector_accounts where closed_until > clock_timestamp()),
    due as materialized (
      select n from status_requests r
      where task_id = ${taskId} and state <> 'answered' and (leased_until is null or leased_until < clock_timestamp())
        and exists (select from open_status_requests o where o.task_id = ${taskId} and (o.platform not in (select platform from closed)
          or exists (select from connector_accounts a where a.platform = o.platform and a.id not in (select id from closed))))
        and (not exists (select from closed) or not exists (select from closed c left join sim_connectors s on s.sim_id = r.sim_id
          where c.platform = r.platform and coalesce(s.account_id, c.id) = c.id))
      order by n limit ${take} for update of r skip locked)
    update status_requests r set leased_until = ${newLease} from due where r.task_id = ${taskId} and r.n = due.n
    returning r.task_id, r.n, sim_id, iccid, platform, to_status, state, fruitless, leased_until::text as lease, ${unhurried}`.execute(db)
  return rows
}

const ofLease = ({ task_id: taskId, n, lease }: StatusRequest): RawBuilder<boolean> =>
  sql<boolean>`task_id = ${taskId} and n = ${n} and state <> 'answered' and leased_until = ${lease}::timestamptz`

/** Renews the lease before a call; null if another node has taken the request. `sent`: the call may change the SIM at the carrier. */
export async function renewLease(db: Db, request: StatusRequest, { sent }: { sent: boolean }): Promise<StatusRequest | null> {
  const { rows } = await sql<Pick<StatusRequest, 'state' | 'lease'>>`
    update status_requests set ${sent ? sql`state = 'sent', ` : sql``}leased_until = ${newLease}
    where ${ofLease(request)} returning state, leased_until::text as lease${sent ? sql`` : sql`, ${unhurried}`}`.execute(db)
  const [row] = rows
  return row ? { ...request, state: row.state, lease: row.lease } : null
}

/** The open requests of the task: the lease or the wait of one ends within that time, of none, or all are answered. */
export async function openRequests(db: Db, taskId: number, withinMs: number): Promise<'due' | 'waiting' | 'none'> {
  const { rows } = await sql<{ state: 'due' | 'waiting' | 'none' }>`
    select case
      when exists (select from status_requests where task_id = ${taskId} and state <> 'answered'
        and coalesce(leased_until < clock_timestamp() + make_interval(secs => ${withinMs / 1000}), true)) then 'due'
      when exists (select from status_requests where task_id = ${taskId} and state <> 'answered') then 'waiting'
      else 'none' end as state`.execute(db)
  return rows[0]?.state ?? 'none'
}

/** An account that open requests of the task may need and that is closed: the cause, and the time until it opens, in ms. Null if none is. */
export async function closedForTask(db: Db, taskId: number): Promise<{ failure: ConnectorFailure; ms: number } | null> {
  const { rows } = await sql<{ failure: ConnectorFailure; ms: number }>`
    select coalesce(failure, 'busy') as failure, extract(epoch from closed_until - clock_timestamp())::float8 * 1000 as ms
    from connector_accounts a where closed_until > clock_timestamp()
      and exists (select from open_status_requests o where o.task_id = ${taskId} and o.platform = a.platform and o.count > 0)
    order by closed_until limit 1`.execute(db)
  return rows[0] ?? null
}

/** Gives the request back, to be due after `waitSeconds`. `unsent`: it certainly did not reach the carrier. */
export async function releaseRequest(
  db: Db,
  request: StatusRequest,
  { unsent, isFruitless, waitSeconds }: { unsent: boolean; isFruitless: boolean; waitSeconds: number },
): Promise<void> {
  await sql`update status_requests set state = ${unsent ? 'stored' : request.state},
      fruitless = fruitless + ${isFruitless ? 1 : 0}, leased_until = clock_timestamp() + make_interval(secs => ${waitSeconds})
    where ${ofLease(request)}`.execute(db)
}

/** The answer to a request: the status at the carrier, if it is known, and the reason for which the change was refused. */
export type RequestAnswer = { status: SimStatus | null; reason: string | null; accountId: number | null; askedAt: Date; actor: string }

/** Stores the answer with the SIM's status and the result of the task; false if it was answered before. */
export async function storeAnswer(trx: Db, request: StatusRequest, answer: RequestAnswer): Promise<boolean> {
  const { rows } = await sql`update status_requests set state = 'answered', leased_until = null
    where task_id = ${request.task_id} and n = ${request.n} and state <> 'answered' returning n`.execute(trx)
  if (rows.length === 0) return false
  const sim = await trx.selectFrom('sims').select(['id', 'status']).where('id', '=', request.sim_id).forNoKeyUpdate().executeTakeFirst()
  if (sim && answer.status !== null && sim.status !== answer.status) {
    const here = answer.reason === null
    await writeStatus(trx, [sim.id], answer.status, { actor: here ? answer.actor : null, source: here ? 'here' : 'carrier' })
  }
  if (sim && answer.accountId !== null) await noteAccount(trx, [{ id: sim.id, askedAt: answer.askedAt }], answer.accountId)
  const refused = answer.reason === null ? 0 : 1
  await sql`insert into task_results (task_id, n, outcome, sim_id, iccid, reason)
    values (${request.task_id}, ${request.n}, ${refused ? 'refused' : 'done'}, ${request.sim_id}, ${request.iccid}, ${answer.reason})`.execute(
    trx,
  )
  await sql`update open_status_requests set count = count - 1
    where task_id = ${request.task_id} and platform = ${request.platform}`.execute(trx)
  await sql`update tasks set done = done + 1, refused = refused + ${refused}, succeeded = succeeded + ${1 - refused}, waits_for = null
    where id = ${request.task_id}`.execute(trx)
  return true
}

/** Notes the account that answered about the SIMs, and the times before it was asked. */
export async function noteAccount(trx: Db, sims: readonly { id: number; askedAt: Date }[], accountId: number): Promise<void> {
  await sql`insert into sim_connectors (sim_id, account_id, read_at)
    select id, ${accountId}::bigint, read_at
    from unnest(${sims.map(({ id }) => id)}::bigint[], ${sims.map(({ askedAt }) => askedAt)}::timestamptz[]) as given(id, read_at)
    on conflict (sim_id) do update set account_id = excluded.account_id, read_at = greatest(sim_connectors.read_at, excluded.read_at)`.execute(
    trx,
  )
}
