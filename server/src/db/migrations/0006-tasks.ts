import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
-- Without it, deleting an OTA would look through every session.
create index ota_sessions_job on ota_sessions (job_id) where job_id is not null;
create index tasks_last_import on tasks (finished_at desc, id desc) where kind = 'simImport' and state = 'completed' and succeeded > 0;
create index tasks_selection on tasks (selection_id) where selection_id is not null;
`
