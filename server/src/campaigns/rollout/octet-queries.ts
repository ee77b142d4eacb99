import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** Adds up the octets of ended sessions, so that each campaign has few rows of them. */
export async function addUpOctets(db: Db): Promise<void> {
  await sql`
    with several as (select campaign_id from campaign_octets group by campaign_id having count(*) > 1),
    taken as (delete from campaign_octets where campaign_id in (select campaign_id from several) returning campaign_id, octets)
    insert into campaign_octets (campaign_id, octets) select campaign_id, sum(octets) from taken group by campaign_id`.execute(db)
}
