import { type Kysely, sql } from 'kysely'

/** Tells for each task the cause for which it waits for a carrier; null while it does not wait. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table tasks add column waits_for text').execute(db)
}
