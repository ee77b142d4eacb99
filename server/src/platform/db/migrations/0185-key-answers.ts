import { type Kysely, sql } from 'kysely'

/** The SIMs whose cards have answered that they do not have the recorded key version. A change of the record ends the difference. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
create table sim_key_answers (
  sim_id bigint primary key references sims on delete cascade,
  -- The version that the card does not have.
  key_version_number integer not null,
  answered_at timestamptz not null default now()
);

create function end_key_answer() returns trigger language plpgsql as $$
begin
  delete from sim_key_answers where sim_id = new.sim_id;
  if not found then
    return null;
  end if;
  delete from sim_differences where sim_id = new.sim_id and kind = 'keyVersion' and jsonb_array_length(differences) = 1;
  update sim_differences set differences = differences - 0, kind = differences -> 1 ->> 'kind',
    package_id = (differences -> 1 ->> 'packageId')::bigint
  where sim_id = new.sim_id and kind = 'keyVersion';
  return null;
end $$;
create trigger sim_keys_version_changed after update of key_version_number, security_domain_aid, scp03_enc on sim_keys for each row
  when (old.key_version_number <> new.key_version_number or old.security_domain_aid <> new.security_domain_aid
    or old.scp03_enc <> new.scp03_enc)
  execute function end_key_answer();
`
