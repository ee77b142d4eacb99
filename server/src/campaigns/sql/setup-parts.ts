import { type RawBuilder, sql } from 'kysely'

/** SIMs whose OTAs one transaction of a set-up writes. */
const simsInPart = 10_000

/**
 * The common table expression that lists SIMs for the set-up of a campaign, in parts in the order of waves and ids. `chosen` is a query of
 * SIMs with their wave, what they lose (without a `remove_package_aid` nothing), and the package and parameters of an OTA that is not that
 * of all SIMs.
 */
export const listedParts = (campaignId: number, chosen: RawBuilder<unknown>): RawBuilder<unknown> => sql`
    listed as (
      insert into campaign_setup_parts (campaign_id, part, sim_ids, waves, remove_package_ids, remove_package_aids, remove_instance_aids,
        package_ids, package_aids, params)
      select ${campaignId}::bigint, part, array_agg(sim_id), array_agg(wave::smallint), array_agg(remove_package_id),
        array_agg(remove_package_aid), array_agg(remove_instance_aid), array_agg(package_id), array_agg(package_aid), array_agg(params)
      from (select *, (row_number() over (order by wave, sim_id) - 1) / ${sql.lit(simsInPart)} as part from (${chosen}) chosen) placed
      group by part
    )`
