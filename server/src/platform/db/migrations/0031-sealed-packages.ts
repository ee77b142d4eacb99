import { type Kysely, sql } from 'kysely'

/**
 * The contents of CAP files by component, and the mark of files that are sealed under the master key. The migration has no key: the start
 * of the server seals the files that are there, and reads their contents.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table packages add column contents jsonb, add column sealed boolean not null default false').execute(db)
}
