import { type Kysely, sql } from 'kysely'

const ddl = `
alter table notifications rename column certificate_id to safe_object_id;

create function notify_file() returns trigger language plpgsql as $$
begin
  if old.is_open and not new.is_open and new.status = 'Active' and new.management_status is null then
    insert into notification_causes (kind, subject_id) values ('fileActive', new.id);
  end if;
  if old.is_open and not new.is_open and new.status = 'Failed' then
    insert into notification_causes (kind, subject_id) values ('fileFailed', new.id);
  end if;
  return null;
end $$;

create trigger sim_files_notified after update of status, is_open on sim_files for each row execute function notify_file();
`

/** Tells files that a card has taken, or has not, in the bell. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(ddl).execute(db)
}
