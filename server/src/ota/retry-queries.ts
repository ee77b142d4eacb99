import { type Insertable, sql } from 'kysely'
import { defaultRetries } from '@simdeck/contract/rollout.ts'
import type { Db } from '../platform/db/database.ts'
import type { Database } from '../platform/db/schema.ts'

/** The number of retries of the OTAs of a campaign; null once a user has stopped the campaign or its end is reached. */
export async function retriesOf(trx: Db, campaignId: number): Promise<number | null> {
  const { rows } = await sql<{ retries: number }>`
    select coalesce((rollout ->> 'retries')::int, ${sql.lit(defaultRetries)}) as retries from campaigns
    where id = ${campaignId} and stopped_at is null and coalesce((rollout ->> 'endAt')::timestamptz > now(), true)`.execute(trx)
  return rows[0]?.retries ?? null
}

/** Sets a SIM aside: no campaign includes it until a member takes it back. */
export async function setAside(trx: Db, row: Insertable<Database['quarantined_sims']>): Promise<void> {
  await trx
    .insertInto('quarantined_sims')
    .values(row)
    .onConflict((conflict) => conflict.column('sim_id').doNothing())
    .execute()
}
