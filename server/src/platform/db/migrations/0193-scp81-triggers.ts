import { type Kysely, sql } from 'kysely'

/**
 * The application of a card that an SMS lets begin an SCP81 session, and the parameters of that session. A SIM without it is woken through its
 * poller.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
alter table sim_scp81_keys
  add column trigger_tar bytea check (length(trigger_tar) = 3),
  add column trigger_parameters bytea,
  add check (trigger_parameters is null or trigger_tar is not null);
`
