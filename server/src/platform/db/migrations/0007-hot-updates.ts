import { type Kysely, sql } from 'kysely'

/** Rows that change often without what their indexes hold: the new version finds room on the same page, and no index is written. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
alter table sims set (fillfactor = 90);
alter table ota_jobs set (fillfactor = 70);
alter table ota_sessions set (fillfactor = 50);
`
