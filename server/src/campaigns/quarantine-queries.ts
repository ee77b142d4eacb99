import { type SqlBool, sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

type Filter = { simId?: number | undefined; campaignId?: number | undefined }

const matching = ({ simId, campaignId }: Filter) => sql<SqlBool>`(${simId ?? null}::bigint is null or q.sim_id = ${simId ?? null})
  and (${campaignId ?? null}::bigint is null or q.campaign_id = ${campaignId ?? null})`

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

/** Takes back at most `limit` SIMs, of a list or of a campaign. Returns them with the campaigns that set them aside. */
export async function takeBack(
  trx: Db,
  { simIds, campaignId }: { simIds: readonly number[] | null; campaignId: number | null },
  limit: number,
): Promise<{ sim_id: number; campaign_id: number }[]> {
  const { rows } = await sql<{ sim_id: number; campaign_id: number }>`
    delete from quarantined_sims where sim_id in (
      select sim_id from quarantined_sims where (${simIds}::bigint[] is null or sim_id = any(${simIds}))
        and (${campaignId}::bigint is null or campaign_id = ${campaignId}) order by sim_id limit ${limit} for update)
    returning sim_id, campaign_id`.execute(trx)
  return rows
}
