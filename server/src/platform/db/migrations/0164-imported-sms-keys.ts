import { type Kysely, sql } from 'kysely'

/** SCP80 key sets in imports: sealed in the staged lines, and as they were before in the undo data. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
alter table sim_import_lines
  add column sms_key_set smallint,
  add column sms_algorithm text,
  add column sms_kic bytea,
  add column sms_kid bytea,
  add column sms_tar bytea,
  add column sms_fingerprint bytea,
  add column sms_counter bigint;
create index sim_import_lines_sms_keys on sim_import_lines (task_id) where sms_kic is not null;

alter table sim_import_undo_sims
  add column sms_keys_before jsonb,
  add column writes_sms_keys boolean not null default false;
`
