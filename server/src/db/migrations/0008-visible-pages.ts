import { type Kysely, sql } from 'kysely'

/**
 * A list that is walked deep reads indexes alone, as long as vacuum has told that all on a page is visible: told after a twentieth of
 * the rows has changed, or came, instead of a fifth.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
alter table sims set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05);
alter table sim_contacts set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05);
`
