import { type Kysely, sql } from 'kysely'

/**
 * A campaign can have a budget of octets. The row of a session counts the octets that its campaign sends and receives; a trigger keeps them
 * when the session ends, is replaced, or continues with another campaign. One row for each session prevents that sessions wait for each other.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
alter table ota_sessions add column octets_campaign_id bigint, add column octets bigint not null default 0;
create index ota_sessions_octets on ota_sessions (octets_campaign_id) where octets_campaign_id is not null;
create table campaign_octets (campaign_id bigint not null, octets bigint not null);
create index campaign_octets_campaign on campaign_octets (campaign_id);
create function keep_session_octets() returns trigger language plpgsql as $$
begin
  insert into campaign_octets (campaign_id, octets) values (old.octets_campaign_id, old.octets);
  return null;
end $$;
create trigger ended_session_octets after delete on ota_sessions
  for each row when (old.octets_campaign_id is not null) execute function keep_session_octets();
create trigger changed_session_octets after update of octets_campaign_id on ota_sessions
  for each row when (old.octets_campaign_id is not null and old.octets_campaign_id is distinct from new.octets_campaign_id)
  execute function keep_session_octets();
alter table campaigns drop constraint campaigns_pause_cause_check;
alter table campaigns add constraint campaigns_pause_cause_check check (pause_cause in ('member', 'failures', 'window', 'octets'));
alter table campaign_events add column octets bigint, add column budget bigint;
update campaigns set rollout = rollout || '{"octetsInAll": null}' where rollout is not null;
update campaign_approvals set rollout = rollout || '{"octetsInAll": null}' where rollout is not null;
update ota_templates set options = jsonb_set(options, '{rollout,octetsInAll}', 'null') where jsonb_typeof(options -> 'rollout') = 'object';
`
