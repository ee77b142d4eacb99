import { type Kysely, sql } from 'kysely'

/**
 * The history of the status of each SIM. A trigger writes it, so that no change is left out; a transaction tells its actor and its source by
 * settings of its own. A change without them is that of an import.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
create table sim_status_changes (
  id bigint generated always as identity primary key,
  sim_id bigint not null references sims on delete cascade,
  at timestamptz not null default clock_timestamp(),
  actor text,
  from_status text not null,
  to_status text not null,
  source text not null check (source in ('here', 'carrier', 'import'))
);
create index sim_status_changes_sim on sim_status_changes (sim_id, id desc);

create function note_status_change() returns trigger language plpgsql as $$
begin
  insert into sim_status_changes (sim_id, actor, from_status, to_status, source)
  values (new.id, nullif(current_setting('simdeck.status_actor', true), ''), old.status, new.status,
    coalesce(nullif(current_setting('simdeck.status_source', true), ''), 'import'));
  return null;
end $$;
create trigger sims_status_changed after update of status on sims
  for each row when (old.status is distinct from new.status) execute function note_status_change();
`
