import { type Kysely, sql } from 'kysely'

/**
 * Notifications are one row per event, for everyone who may hear of it. An event that a statement of the device port or of a campaign's end
 * finds is a cause first, in the same transaction; a job makes the notification of it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
create table notifications (
  id bigint generated always as identity primary key,
  kind text not null,
  owner_id bigint references members on delete set null,
  only_for bigint references members on delete cascade,
  first_at timestamptz not null default clock_timestamp(),
  at timestamptz not null default clock_timestamp(),
  count integer not null default 1,
  sim_ids bigint[] not null default '{}',
  campaign_id bigint,
  task_id bigint,
  params jsonb not null
);
create index notifications_kind on notifications (kind, id desc);
create index notifications_owner on notifications (owner_id, kind, id desc);
create index notifications_only_for on notifications (only_for) where only_for is not null;

create table notification_reads (
  member_id bigint not null references members on delete cascade,
  notification_id bigint not null references notifications on delete cascade,
  primary key (member_id, notification_id)
);
create index notification_reads_notification on notification_reads (notification_id);

create table notification_causes (
  id bigint generated always as identity primary key,
  kind text not null,
  subject_id bigint not null
);

create function notify_imei_change() returns trigger language plpgsql as $$
begin
  insert into notification_causes (kind, subject_id) values ('imeiChanged', new.id);
  return null;
end $$;
create trigger sims_imei_notified after update of imei_change_untold on sims
  for each row when (new.imei_change_untold and new.imei is distinct from old.imei) execute function notify_imei_change();

alter table campaign_waves add column wait_notified boolean not null default false;
`
