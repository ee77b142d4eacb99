import { type Kysely, sql } from 'kysely'

/**
 * The history of the devices of each SIM, and the IMEI lock. Triggers keep both, so that no way of changing an IMEI is left out. A lock is
 * bound to one IMEI: the present one when it is set, when a change is confirmed or when a user edits the IMEI.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
alter table sims
  add column imei_lock text not null default 'off' check (imei_lock in ('off', 'notify', 'suspend')),
  add column locked_imei text,
  -- The member or the API ID that set the lock, in whose name a SIM is suspended. Their rows may be deleted meanwhile.
  add column imei_lock_member bigint,
  add column imei_lock_credential bigint;

create table sim_imei_changes (
  id bigint generated always as identity primary key,
  sim_id bigint not null references sims on delete cascade,
  at timestamptz not null,
  from_imei text not null,
  to_imei text not null,
  confirmed_at timestamptz,
  confirmed_by text,
  lock_result text check (lock_result in ('pending', 'told', 'suspended', 'notPossible'))
);
create index sim_imei_changes_sim on sim_imei_changes (sim_id, id desc);
create index sim_imei_changes_pending on sim_imei_changes (id) where lock_result = 'pending';

create function keep_imei() returns trigger language plpgsql as $$
declare
  edited boolean := new.imei is distinct from old.imei and new.imei_changed_at is not distinct from old.imei_changed_at;
begin
  if edited and new.imei_status = old.imei_status then
    new.imei_status := 'unknown';
  end if;
  if new.imei_lock = 'off' then
    new.locked_imei := null;
  elsif edited or old.imei_lock = 'off' or old.locked_imei is null or (new.imei_status = 'confirmed' and old.imei_status <> 'confirmed') then
    new.locked_imei := new.imei;
  end if;
  return new;
end $$;
create trigger sims_imei_kept before update of imei, imei_status, imei_lock on sims for each row
  when (new.imei is distinct from old.imei or new.imei_status is distinct from old.imei_status or new.imei_lock is distinct from old.imei_lock)
  execute function keep_imei();

create function note_imei_change() returns trigger language plpgsql as $$
begin
  insert into sim_imei_changes (sim_id, at, from_imei, to_imei, lock_result)
  values (new.id, new.imei_changed_at, old.imei, new.imei,
    case when new.imei_lock <> 'off' and new.imei is distinct from new.locked_imei then 'pending' end);
  -- A SIM that changes its device at each poll keeps a bounded history.
  delete from sim_imei_changes where sim_id = new.id
    and id <= (select id from sim_imei_changes where sim_id = new.id order by id desc offset 100 limit 1);
  return null;
end $$;
create trigger sims_imei_changed after update of imei_changed_at on sims for each row
  when (old.imei_changed_at is distinct from new.imei_changed_at and new.imei <> old.imei) execute function note_imei_change();

-- A SIM with a lock is told by the lock.
drop trigger sims_imei_notified on sims;
create trigger sims_imei_notified after update of imei_change_untold on sims for each row
  when (new.imei_change_untold and new.imei is distinct from old.imei
    and (new.imei_lock = 'off' or new.imei is not distinct from new.locked_imei)) execute function notify_imei_change();
`
