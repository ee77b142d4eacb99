import { type Kysely, sql } from 'kysely'

/** The default parameters of a package beside C9, which the card itself reads. A package without them has none, as before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table packages add column card_parameters text').execute(db)
}
