import { type SqlBool, sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

type Filter = { simId?: number | undefined; campaignId?: number | undefined; causes?: readonly string[] | undefined }

/** The cause for which a SIM is set aside, as `failureCauseOf` of the contract writes it. */
const cause = sql`concat_ws('/', q.code, coalesce(case when q.code = 500 then upper(q.sw) end, '-'), 'quarantined')`

const matching = ({ simId, campaignId, causes }: Filter) => sql<SqlBool>`(${simId ?? null}::bigint is null or q.sim_id = ${simId ?? null})
  and (${campaignId ?? null}::bigint is null or q.campaign_id = ${campaignId ?? null})
  and (${causes ?? null}::text[] is null or ${cause} = any(${causes ?? null}::text[]))`

export async function selectQuarantinePage(db: Db, filter: Filter, page: { order: 'asc' | 'desc'; take: number; skip: number }) {
  return db
    .selectFrom('quarantined_sims as q')
    .innerJoin('sims', 'sims.id', 'q.sim_id')
    .select(['q.sim_id', 'sims.iccid', 'sims.device_alias', 'q.campaign_id', 'q.code', 'q.sw', 'q.at'])
    .where(matching(filter))
    .orderBy('q.at', page.order)
    .orderBy('q.sim_id', page.order)
    .limit(page.take)
    .offset(page.skip)
    .execute()
}

export async function countQuarantined(db: Db, filter: Filter): Promise<number> {
  const row = await db
    .selectFrom('quarantined_sims as q')
    .select((of) => of.fn.countAll<number>().as('total'))
    .where(matching(filter))
    .executeTakeFirstOrThrow()
  return row.total
}

/** The number of SIMs that each of the campaigns set aside; campaigns without one are absent. */
export async function quarantinedBy(db: Db, campaignIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; sims: number }>`
    select campaign_id as id, count(*) as sims from quarantined_sims where campaign_id = any(${campaignIds}) group by campaign_id`.execute(
    db,
  )
  return new Map(rows.map(({ id, sims }) => [id, sims]))
}

/** Takes back at most `limit` SIMs, of a list or of a campaign, with any of the causes. Returns them with the campaigns that set them aside. */
export async function takeBack(
  trx: Db,
  { simIds, ...filter }: { simIds: readonly number[] | undefined; campaignId: number | undefined; causes: readonly string[] | undefined },
  limit: number,
): Promise<{ sim_id: number; campaign_id: number }[]> {
  const { rows } = await sql<{ sim_id: number; campaign_id: number }>`
    delete from quarantined_sims where sim_id in (
      select q.sim_id from quarantined_sims q where (${simIds ?? null}::bigint[] is null or q.sim_id = any(${simIds ?? null})) and ${matching(filter)}
      order by q.sim_id limit ${limit} for update)
    returning sim_id, campaign_id`.execute(trx)
  return rows
}
