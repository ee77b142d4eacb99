import { sql } from 'kysely'
import { type SimStatus, simStatuses } from '@simdeck/contract/sim-values.ts'
import type { Db } from '../platform/db/database.ts'
import type { AccountRow } from './accounts-queries.ts'
import { writeStatus } from './queries.ts'
import { noteAccount } from './request-queries.ts'

/** The synchronisation of the account: the one under way, or a new one. */
export async function beginSync(db: Db, account: AccountRow): Promise<{ page: number }> {
  if (account.sync_page !== null) return { page: account.sync_page }
  await sql`update connector_accounts set sync_started_at = now(), sync_page = 1 where id = ${account.id}`.execute(db)
  return { page: 1 }
}

/** Stores the next page; null: all pages were read, and the changes until the start of this synchronisation are known. */
export async function storeSync(trx: Db, accountId: number, nextPage: number | null): Promise<void> {
  await (
    nextPage === null
      ? sql`update connector_accounts set synced_to = sync_started_at, sync_started_at = null, sync_page = null where id = ${accountId}`
      : sql`update connector_accounts set sync_page = ${nextPage} where id = ${accountId}`
  ).execute(trx)
}

type Told = { iccid: string; status: SimStatus | null }

/**
 * Writes the statuses that the carrier told, and returns the changed SIMs. A SIM keeps its status while a task has an open request of it, or
 * if the carrier answered about it after `askedAt`.
 */
export async function applyStatuses(
  trx: Db,
  account: Pick<AccountRow, 'id' | 'platform'>,
  devices: readonly Told[],
  askedAt: Date,
): Promise<number[]> {
  if (devices.length === 0) return []
  const { rows } = await sql<{ id: number; status: SimStatus; told: SimStatus | null; fresh: boolean }>`
    select sims.id, sims.status, given.status as told,
      not exists (select 1 from status_requests r join tasks t on t.id = r.task_id
        where r.sim_id = sims.id and r.state <> 'answered' and t.state not in ('completed', 'cancelled', 'failed'))
      and coalesce(sim_connectors.read_at < ${askedAt}::timestamptz, true) as fresh
    from unnest(${devices.map(({ iccid }) => iccid)}::text[], ${devices.map(({ status }) => status)}::text[]) as given(iccid, status)
    join sims on sims.iccid = given.iccid and sims.cm_platform = ${account.platform}
    left join sim_connectors on sim_connectors.sim_id = sims.id
    order by sims.id for no key update of sims`.execute(trx)
  const changed = rows.filter(({ status, told, fresh }) => fresh && told !== null && told !== status)
  for (const to of simStatuses) {
    const ids = changed.filter(({ told }) => told === to).map(({ id }) => id)
    if (ids.length > 0) await writeStatus(trx, ids, to, { actor: null, source: 'carrier' })
  }
  const fresh = rows.filter((row) => row.fresh).map(({ id }) => id)
  if (fresh.length > 0) await noteAccount(trx, fresh, account.id, askedAt)
  return changed.map(({ id }) => id)
}
