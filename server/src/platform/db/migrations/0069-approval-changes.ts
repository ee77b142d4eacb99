import { type Kysely, sql } from 'kysely'

/** `sims`: the number of SIMs for which approval was asked. `changes`: what had happened to them at `changes_at`, for a large campaign. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
alter table campaign_approvals add column sims integer, add column changes jsonb, add column changes_at timestamptz;
update campaign_approvals set sims = coalesce((select total from campaigns where campaigns.id = campaign_id), 0);
alter table campaign_approvals alter column sims set not null;
`
