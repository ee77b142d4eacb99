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

type Told = { iccid: string; status: SimStatus | null }

/**
 * Writes the statuses that the carrier told, and returns the changed SIMs. A status that an open request asks for is a change of the member
 * who began its task, any other one a change of the carrier. A SIM keeps its status if the carrier answered about it after `askedAt`.
 */
export async function applyStatuses(
  trx: Db,
  account: Pick<AccountRow, 'id' | 'platform'>,
  devices: readonly Told[],
  askedAt: Date,
): Promise<number[]> {
  if (devices.length === 0) return []
  const { rows } = await sql<{ id: number; status: SimStatus; told: SimStatus | null; actor: string | null; fresh: boolean }>`
    select sims.id, sims.status, given.status as told,
      (select t.created_by_name from status_requests r join tasks t on t.id = r.task_id
        where r.sim_id = sims.id and r.state = 'sent' and r.to_status = given.status order by r.task_id limit 1) as actor,
      coalesce(sim_connectors.read_at < ${askedAt}::timestamptz, true) as fresh
    from unnest(${devices.map(({ iccid }) => iccid)}::text[], ${devices.map(({ status }) => status)}::text[]) as given(iccid, status)
    join sims on sims.iccid = given.iccid and sims.cm_platform = ${account.platform}
    left join sim_connectors on sim_connectors.sim_id = sims.id
    order by sims.id for no key update of sims`.execute(trx)
  const changed = rows.filter(({ status, told, fresh }) => fresh && told !== null && told !== status)
  const alike = Map.groupBy(changed, ({ told, actor }) => JSON.stringify([told, actor]))
  for (const sims of alike.values()) {
    const [{ told, actor } = { told: null, actor: null }] = sims
    const ids = sims.map(({ id }) => id)
    if (told !== null) await writeStatus(trx, ids, told, { actor, source: actor === null ? 'carrier' : 'here' })
  }
  const fresh = rows.filter((row) => row.fresh).map(({ id }) => id)
  if (fresh.length > 0) await noteAccount(trx, fresh, account.id, askedAt)
  return changed.map(({ id }) => id)
}
