import { type Kysely, sql } from 'kysely'

/** A campaign can roll back another one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table campaigns add column rollback_of bigint references campaigns (id)').execute(db)
}
