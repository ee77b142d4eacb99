import { type Kysely, sql } from 'kysely'

/**
 * A synchronisation under way keeps the number of devices that it has read, and the ICCIDs of the last ones, in place of a page number: its
 * next page overlaps with them. One that was under way at the time of this change begins anew.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
alter table connector_accounts drop column sync_page;
alter table connector_accounts add column sync_read bigint, add column sync_tail text[] not null default '{}';
update connector_accounts set sync_started_at = null;
`
