import { type Kysely, sql } from 'kysely'

/** When and by whom the key sets of a SIM were written, and the key sets with which OTAs replace them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
alter table sim_keys
  add column key_set_at timestamptz,
  -- The name of the member or API ID, which may be deleted meanwhile.
  add column key_set_by text,
  -- The last rotation of the SCP03 keys since then, and its campaign.
  add column scp03_rotated_at timestamptz,
  add column scp03_rotated_by bigint;

-- New SCP03 keys from before they are sent until the card has proven one of both sets. They are sealed as the columns of sim_keys.
create table sim_key_rotations (
  sim_id bigint primary key references sims on delete cascade,
  -- The OTA that sends them. It may have failed, with a PUT KEY in doubt.
  ota_id bigint not null,
  in_doubt boolean not null default false,
  security_domain_aid text not null,
  key_version_number integer not null check (key_version_number between 1 and 127),
  scp03_enc bytea not null,
  scp03_mac bytea not null,
  scp03_dek bytea not null,
  created_at timestamptz not null default now()
);
`
