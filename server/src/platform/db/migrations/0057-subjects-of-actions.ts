import { type Kysely, sql } from 'kysely'

/**
 * A row of the action log names the records that it concerns and the values before and after, and is found by record and by author. Rows of
 * earlier versions have no such values; their MACs stay valid.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
alter table action_logs add column subjects text[] not null default '{}', add column subject_name text, add column changes text;
create index action_logs_subjects on action_logs using gin (subjects) with (fastupdate = off);
create index action_logs_by on action_logs (lower(request_by), request_at desc, id desc);
`
