import { type Kysely, sql } from 'kysely'

/** The SIMs of a campaign that was stopped in its set-up before their OTAs were written, by wave. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statement).execute(db)
}

const statement = `
create table campaign_unwritten (
  campaign_id bigint not null,
  wave smallint not null,
  sims integer not null,
  primary key (campaign_id, wave)
);
`
