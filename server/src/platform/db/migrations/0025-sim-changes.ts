import { type Kysely, sql } from 'kysely'

/**
 * A record of changed SIMs, from which each node keeps its index of the SIM list current (decision 14). The tables are unlogged: after a
 * crash of PostgreSQL they are empty, and nodes load their index again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

/** A change of SIMs is recorded once per statement, in the transaction of the change. */
const trigger = (table: string, event: string, rows: 'added' | 'removed', id: string) => `
create function note_${table}_${event}() returns trigger language plpgsql as $$
begin
  insert into sim_changes (sim_ids) select array_agg(${id}) from ${rows} having count(*) > 0;
  return null;
end $$;
create trigger ${table}_${event}_noted after ${event} on ${table} referencing ${rows === 'added' ? 'new' : 'old'} table as ${rows}
  for each statement execute function note_${table}_${event}();
`

const statements = `
create unlogged table sim_changes (
  xid xid8 not null default pg_current_xact_id(),
  -- 0 stands for the names of groups, -1 for all SIMs.
  sim_ids bigint[] not null
);
create index sim_changes_xid on sim_changes (xid);

-- Every transaction that was open or came later at the time "at" has this number or a higher one.
create unlogged table sim_change_horizons (
  at timestamptz primary key default now(),
  xid xid8 not null default pg_snapshot_xmin(pg_current_snapshot())
);

-- A new SIM gets its row of sim_contacts in the same transaction, and a deleted one loses its rows of sim_contacts and sim_keys.
${trigger('sims', 'insert', 'added', 'id')}
${trigger('sims', 'update', 'added', 'id')}
${trigger('sims', 'delete', 'removed', 'id')}
${trigger('sim_contacts', 'update', 'added', 'sim_id')}
${trigger('sim_keys', 'insert', 'added', 'sim_id')}
${trigger('sim_keys', 'update', 'added', 'sim_id')}
${trigger('sim_keys', 'delete', 'removed', 'sim_id')}
${trigger('groups', 'insert', 'added', '0')}
${trigger('groups', 'update', 'added', '0')}

create function note_sims_truncate() returns trigger language plpgsql as $$
begin
  insert into sim_changes (sim_ids) values ('{-1}');
  return null;
end $$;
create trigger sims_truncate_noted after truncate on sims for each statement execute function note_sims_truncate();
`
