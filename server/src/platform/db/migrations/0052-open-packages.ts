import { type Kysely, sql } from 'kysely'

/**
 * The index of the open OTAs of a package finds nothing else. Without a condition on `package_id`, PostgreSQL also read all of it for the open
 * OTAs of one SIM, when its statistics knew of no open OTAs: minutes for a page of SIMs after a million OTAs were cancelled.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
drop index ota_jobs_package;
create index ota_jobs_package on ota_jobs (package_id) where status in ('Ready', 'Started', 'Interrupted') and package_id is not null;
`
