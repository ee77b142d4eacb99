import { type Kysely, sql } from 'kysely'

/** Imports write tags. A staged line has the keys of its tags, and their texts in the same order, both separated by commas. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sim_import_lines add column tag_keys text, add column tag_labels text`.execute(db)
}
