import { type Kysely, sql } from 'kysely'

/**
 * The receive buffer that the poller of a SIM reported last, null until it does, tells which commands fit the SIM's frames. How many
 * SIMs the last dry run of a snapshot counted is the number that whoever starts the campaign confirms.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
alter table sim_contacts add column receive_buffer integer;
alter table ota_snapshots add column checked_eligible integer;
`
