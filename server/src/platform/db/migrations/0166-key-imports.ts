import { type Kysely, sql } from 'kysely'

/** The lines of key files that were checked and are not written yet. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
create table key_import_lines (
  task_id bigint not null,
  line int not null,
  bad boolean not null,
  -- The keys of the line as bits: the five of sim_keys in their order, then the SCP80 keys.
  given_keys int not null,
  iccid text not null,
  key_version_number int,
  -- Sealed as the columns of sim_keys and sim_sms_keys.
  cap_auth_key bytea,
  encrypt_key bytea,
  scp03_enc bytea,
  scp03_mac bytea,
  scp03_dek bytea,
  cap_auth_fingerprint bytea,
  kic bytea,
  kid bytea,
  sms_fingerprint bytea,
  primary key (task_id, line)
);
`
