import { type Kysely, sql } from 'kysely'

/** The causes of failures and of waiting in a campaign of many SIMs are stored, because each view would count them anew. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
create table campaign_diagnoses (
  campaign_id bigint primary key references campaigns (id) on delete cascade,
  at timestamptz not null,
  is_final boolean not null,
  diagnosis jsonb not null
);
`
