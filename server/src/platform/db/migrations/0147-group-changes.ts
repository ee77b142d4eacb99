import { type Kysely, sql } from 'kysely'

/** The history of the group of each SIM, by the names that the groups had. A trigger writes it, so that no way of a change is left out. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
create table sim_group_changes (
  id bigint generated always as identity primary key,
  sim_id bigint not null references sims on delete cascade,
  at timestamptz not null default clock_timestamp(),
  from_group text,
  to_group text
);
create index sim_group_changes_sim on sim_group_changes (sim_id, id desc);

create function note_group_change() returns trigger language plpgsql as $$
begin
  insert into sim_group_changes (sim_id, from_group, to_group)
  values (new.id, (select name from groups where id = old.group_id), (select name from groups where id = new.group_id));
  return null;
end $$;
create trigger sims_group_changed after update of group_id on sims
  for each row when (old.group_id is distinct from new.group_id) execute function note_group_change();
`
