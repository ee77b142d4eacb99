import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
-- Without it, deleting an OTA would look through every session.
create index ota_sessions_job on ota_sessions (job_id) where job_id is not null;
-- To squeeze them takes longer than to freeze a selection, and they live for a day.
alter table sim_selection_parts alter column sim_ids set storage external;
create index tasks_selection on tasks (selection_id) where selection_id is not null;
`
