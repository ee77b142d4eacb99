import { type Kysely, sql } from 'kysely'

/** New keys of the pollers of SIMs, from before they are sent until the card has polled with them, and the fact that it has. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
create table sim_poller_key_rotations (
  sim_id bigint primary key references sims on delete cascade,
  -- The OTA that sends them. It may have failed, with its STORE DATA in doubt.
  ota_id bigint not null,
  -- The CAP_AUTH_KEY that they replace. Keys that are registered meanwhile put these out of use.
  former_fingerprint bytea not null,
  cap_auth_fingerprint bytea not null,
  -- Sealed as the columns of sim_keys. Null once they are in that table.
  cap_auth_key bytea,
  encrypt_key bytea,
  created_at timestamptz not null default now(),
  proven_at timestamptz,
  check (proven_at is not null or (cap_auth_key is not null and encrypt_key is not null))
);
create index sim_poller_key_rotations_unproven on sim_poller_key_rotations (sim_id) where proven_at is null;
`
