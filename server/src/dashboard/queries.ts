import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import type { NamedAction } from '../logs/action-shape.ts'
import type { FleetNow } from './fleet/fleet-now.ts'

/** The figures of the fleet that were gathered last. */
export async function selectNow(db: Db): Promise<{ at: Date; fleet: FleetNow } | undefined> {
  return db.selectFrom('dashboard_now').select(['at', 'fleet']).executeTakeFirst()
}

/** The number of rows of the action log that are looked at for changes by others. */
const lookedAt = 1_000

/** The newest changes that succeeded and that the caller did not make, with the names of their members. */
export async function selectChangesByOthers(
  db: Db,
  own: { memberId: number | null; credentialId: number | null },
  take: number,
): Promise<NamedAction[]> {
  const { rows } = await sql<NamedAction>`
    select log.*, members.name as request_by_name from (select * from action_logs order by request_at desc, id desc limit ${sql.lit(lookedAt)}) log
    left join members on members.id = log.member_id
    where log.status < 400 and log.action not in ('openApiCall', 'simExport')
      and (log.member_id is distinct from ${own.memberId}::bigint or log.member_id is null)
      and (log.api_credential_id is distinct from ${own.credentialId}::bigint or log.api_credential_id is null)
    order by log.request_at desc, log.id desc limit ${take}`.execute(db)
  return rows
}

/** The facts that decide which first steps are done. SIMs are counted up to `most` + 1. */
export async function selectFirstFacts(
  db: Db,
  most: number,
): Promise<{ sims: number; keys: boolean; packages: boolean; succeeded: boolean }> {
  const { rows } = await sql<{ sims: number; keys: boolean; packages: boolean; succeeded: boolean }>`
    select (select count(*) from (select 1 from sims limit ${most + 1}) few)::int as sims,
      exists (select 1 from sim_keys) as "keys", exists (select 1 from packages) as "packages",
      exists (select 1 from campaign_figures where succeeded > 0) as succeeded`.execute(db)
  return rows[0]!
}

export async function selectGroupNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('groups')
    .select(['id', 'name'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
