import { type Kysely, sql } from 'kysely'

/** A campaign can be paused: who did it, and since when it is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
alter table campaigns drop constraint campaigns_state_check;
alter table campaigns add constraint campaigns_state_check
  check (state in ('running', 'paused', 'completed', 'completedWithFailures', 'stopped'));
alter table campaigns add column paused_at timestamptz, add column paused_by text;
`
