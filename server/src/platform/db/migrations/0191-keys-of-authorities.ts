import { type Kysely, sql } from 'kysely'

/** False if the key of a CA was sealed under another master key, so that the CA cannot sign. Nodes check this at their start. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table certificate_authorities add column key_opens boolean not null default true`.execute(db)
}
