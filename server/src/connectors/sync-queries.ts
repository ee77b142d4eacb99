import { sql } from 'kysely'
import type { SimStatus } from '@simdeck/contract/sim-values.ts'
import type { Db } from '../platform/db/database.ts'
import type { AccountRow } from './accounts-queries.ts'
import { writeStatus } from './queries.ts'
import { noteAccount } from './request-queries.ts'
import type { Progress } from './sync-window.ts'

/** The synchronisation of the account: the one under way, or a new one. */
export async function beginSync(db: Db, account: AccountRow): Promise<Progress> {
  if (account.sync_read !== null) return { read: account.sync_read, tail: account.sync_tail }
  await sql`update connector_accounts set sync_started_at = now(), sync_read = 0, sync_tail = '{}' where id = ${account.id}`.execute(db)
  return { read: 0, tail: [] }
}

/** Stores the progress; null: the whole list was read, and the changes until the start of this synchronisation are known. */
export async function storeSync(trx: Db, accountId: number, progress: Progress | null): Promise<void> {
  await (
    progress === null
      ? sql`update connector_accounts set synced_to = sync_started_at, sync_started_at = null, sync_read = null, sync_tail = '{}'
          where id = ${accountId}`
      : sql`update connector_accounts set sync_read = ${progress.read}, sync_tail = ${progress.tail}::text[] where id = ${accountId}`
  ).execute(trx)
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
