import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
-- Without it, deleting an OTA would look through every session.
create index ota_sessions_job on ota_sessions (job_id) where job_id is not null;
create index tasks_selection on tasks (selection_id) where selection_id is not null;
`
