import { type Kysely, sql } from 'kysely'

/** Counts for each request to a carrier the calls without a usable answer although the carrier answers about the SIM. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table status_requests add column fruitless int not null default 0').execute(db)
}
