import { sql } from 'kysely'
import type { SimStatus } from '@simdeck/contract/sim-values.ts'
import type { Db } from '../platform/db/database.ts'
import type { AccountRow } from './accounts-queries.ts'
import { writeStatus } from './queries.ts'
import { noteAccount } from './request-queries.ts'
import type { Progress } from './sync-window.ts'

/** A synchronisation under way; `startedAt` identifies it. The changes until `recentTo` were read, apart from its own list. */
export type Synchronisation = { startedAt: string; recentTo: Date; progress: Progress }

/** The synchronisation of the account: the one under way, or a new one. Undefined if the account was removed. */
export async function beginSync(db: Db, { id }: Pick<AccountRow, 'id'>): Promise<Synchronisation | undefined> {
  const { rows } = await sql<{ started_at: string; recent_to: Date; sync_read: number; sync_tail: string[] }>`
    update connector_accounts set sync_started_at = case when sync_read is null then now() else coalesce(sync_started_at, now()) end,
      recent_to = case when sync_read is null then null else recent_to end,
      sync_read = coalesce(sync_read, 0), sync_tail = case when sync_read is null then '{}' else sync_tail end
    where id = ${id}
    returning sync_started_at::text as started_at, coalesce(recent_to, sync_started_at) as recent_to, sync_read, sync_tail`.execute(db)
  const [row] = rows
  return row && { startedAt: row.started_at, recentTo: row.recent_to, progress: { read: row.sync_read, tail: row.sync_tail } }
}

/**
 * Stores the progress; null: the whole list was read, and the changes until the start of this synchronisation, or of the last reading of the
 * latest changes, are known. False if the synchronisation is no longer under way, as after a change of the account's address.
 */
export async function storeSync(trx: Db, accountId: number, startedAt: string, progress: Progress | null): Promise<boolean> {
  const values =
    progress === null
      ? sql`synced_to = greatest(sync_started_at, recent_to), sync_started_at = null, recent_to = null, sync_read = null, sync_tail = '{}'`
      : sql`sync_read = ${progress.read}, sync_tail = ${progress.tail}::text[]`
  const { rows } = await sql`update connector_accounts set ${values}
    where id = ${accountId} and sync_started_at = ${startedAt}::timestamptz returning id`.execute(trx)
  return rows.length > 0
}

/** Notes that the changes until that time were read, apart from the list of the synchronisation under way. */
export async function storeRecent(db: Db, accountId: number, startedAt: string, recentTo: Date): Promise<void> {
  await sql`update connector_accounts set recent_to = ${recentTo}
    where id = ${accountId} and sync_started_at = ${startedAt}::timestamptz`.execute(db)
}

/** The status of a device as the carrier told it in answer to a call at `askedAt`; null for a status that is not known here. */
export type Told = { iccid: string; status: SimStatus | null; askedAt: Date }

/** A SIM of which the carrier told. `fresh`: the carrier answered about it at no later call. */
type ToldSim = { id: number; status: SimStatus; told: SimStatus | null; iccid: string; asked_at: Date; fresh: boolean }

/** The time after the end of a task, as by a cancellation, in which a change that it asked for may still show at the carrier. */
const lateAnswerMinutes = 60

/**
 * Writes the statuses that the carrier told, and returns the changed SIMs. A status that an open request asks for is a change of the member
 * who began its task, any other one a change of the carrier. A SIM keeps its status if the carrier answered about it after `askedAt`.
 */
export async function applyStatuses(trx: Db, account: Pick<AccountRow, 'id' | 'platform'>, told: readonly Told[]): Promise<number[]> {
  if (told.length === 0) return []
  const latest = new Map(told.toSorted((one, other) => one.askedAt.getTime() - other.askedAt.getTime()).map((one) => [one.iccid, one]))
  const sims = await toldSims(trx, account.platform, [...latest.values()])
  const changed = await writeDiffering(trx, account.platform, sims.filter(differs), latest)
  const fresh = sims.filter((sim) => sim.fresh)
  if (fresh.length > 0)
    await noteAccount(
      trx,
      fresh.map(({ id, asked_at: askedAt }) => ({ id, askedAt })),
      account.id,
    )
  return changed
}

const differs = ({ status, told, fresh }: ToldSim): boolean => fresh && told !== null && told !== status

async function toldSims(trx: Db, platform: AccountRow['platform'], told: readonly Told[]): Promise<ToldSim[]> {
  const of = <Name extends keyof Told>(name: Name) => told.map((one) => one[name])
  const { rows } = await sql<ToldSim>`
    select sims.id, sims.iccid, sims.status, given.status as told, given.asked_at, coalesce(answered.read_at < given.asked_at, true) as fresh
    from unnest(${of('iccid')}::text[], ${of('status')}::text[], ${of('askedAt')}::timestamptz[]) as given(iccid, status, asked_at)
    join sims on sims.iccid = given.iccid and sims.cm_platform = ${platform}
    left join sim_connectors answered on answered.sim_id = sims.id
    order by sims.id`.execute(trx)
  return rows
}

/** Locks only SIMs that differ, and compares them again: an answer about one may have been stored before it was locked. */
async function writeDiffering(
  trx: Db,
  platform: AccountRow['platform'],
  found: readonly ToldSim[],
  told: ReadonlyMap<string, Told>,
): Promise<number[]> {
  if (found.length === 0) return []
  const ids = found.map(({ id }) => id)
  await sql`select from sims where id = any(${ids}::bigint[]) order by id for no key update`.execute(trx)
  const sims = (
    await toldSims(
      trx,
      platform,
      found.flatMap(({ iccid }) => told.get(iccid) ?? []),
    )
  ).filter(differs)
  const { rows } = await sql<{ id: number; to: SimStatus; actor: string }>`
    select distinct on (r.sim_id, r.to_status) r.sim_id as id, r.to_status as to, t.created_by_name as actor
    from status_requests r join tasks t on t.id = r.task_id
    where r.sim_id = any(${ids}::bigint[]) and r.state = 'sent'
      and (t.finished_at is null or t.finished_at > now() - make_interval(mins => ${lateAnswerMinutes})) order by r.sim_id, r.to_status, r.task_id`.execute(
    trx,
  )
  const actors = new Map(rows.map(({ id, to, actor }) => [`${id} ${to}`, actor]))
  const alike = Map.groupBy(sims, ({ id, told: to }) => JSON.stringify([to, actors.get(`${id} ${to}`) ?? null]))
  for (const [key, group] of alike) {
    const [to, actor] = JSON.parse(key) as [SimStatus, string | null]
    const changes = group.map(({ id }) => id)
    await writeStatus(trx, changes, to, { actor, source: actor === null ? 'carrier' : 'here' })
  }
  return sims.map(({ id }) => id)
}
