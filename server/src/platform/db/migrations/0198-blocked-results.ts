import { type Kysely, sql } from 'kysely'

/** Blocked SIMs apart from failed ones. The figures and results of campaigns that have some are counted again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
alter table campaign_figures add column blocked integer not null default 0;
alter table campaign_results add column blocked integer not null default 0;
update campaign_figures f set blocked = of.sims, failed = f.failed - of.sims
from (
  select campaign_id, sum((one ->> 2)::int) as sims from campaign_figures, jsonb_array_elements(statuses) one
  where one ->> 1 = 'Blocked' group by 1
) of where of.campaign_id = f.campaign_id;
update campaigns set figures_final = false where id in (select campaign_id from campaign_figures where blocked > 0);
update campaign_figures set results_until = 'epoch' where blocked > 0;
`
