import { type Kysely, sql } from 'kysely'

/**
 * The SHA-256 of the content that the card returned last, null while it is in doubt. It tells a file that is marked to be written anew from
 * one whose wanted content the card does not have.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sim_files add column written_sha256 bytea`.execute(db)
  await sql`update sim_files set written_sha256 = sha256(content)
    where status = 'Active' and management_status is distinct from 'NeedUpdate'`.execute(db)
}
