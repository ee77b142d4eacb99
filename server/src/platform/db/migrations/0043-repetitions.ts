import { type Kysely, sql } from 'kysely'

/** What the repetition of a campaign needs: the filter that chose its SIMs, and the time at which the keys of a SIM changed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
alter table sim_selections add column filter jsonb;
alter table campaigns add column filter jsonb;
alter table sim_keys add column changed_at timestamptz;
alter table sim_keys alter column changed_at set default now();
`
