import { type Kysely, sql } from 'kysely'

/**
 * The history of a campaign finds its calls by their addresses, without the other rows of the action log since its start. A campaign keeps
 * the name of a creator who was deleted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
create index action_logs_ota_changes on action_logs (url, request_at) where action in ('otaAdd', 'otaUpdate') and status < 400;
alter table campaigns add column created_by_name text;
`
