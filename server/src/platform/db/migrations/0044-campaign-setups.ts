import { type Kysely, sql } from 'kysely'

/**
 * The OTAs of a large campaign are written after the call, in one transaction. `written` of `otas` are done; `otas` is null until they are
 * counted. A row with a `problem` belongs to a campaign that could not start. No other campaign uses its snapshot.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
create table campaign_setups (
  campaign_id bigint primary key references campaigns (id),
  request jsonb not null,
  snapshot_id bigint,
  written integer not null default 0,
  otas integer,
  problem text
);
create index campaign_setups_snapshot on campaign_setups (snapshot_id);
`
