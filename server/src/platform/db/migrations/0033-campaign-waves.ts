import { type Kysely, sql } from 'kysely'

/**
 * A campaign can release its SIMs in waves. An OTA belongs to a wave of its campaign, and is sent once the campaign has released the wave.
 * Campaigns of before have one wave, which is released.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
alter table campaigns drop constraint campaigns_state_check;
alter table campaigns add constraint campaigns_state_check
  check (state in ('scheduled', 'running', 'paused', 'completed', 'completedWithFailures', 'stopped'));
alter table campaigns
  add column rollout jsonb,
  add column released_wave smallint not null default 1,
  add column results_from timestamptz,
  add column pause_cause text check (pause_cause in ('member', 'failures', 'window')),
  add column pause_wave smallint,
  add column pause_failed integer,
  add column pause_ended integer;
update campaigns set pause_cause = 'member' where state = 'paused';
create table campaign_waves (
  campaign_id bigint not null references campaigns (id),
  wave smallint not null,
  sims integer not null,
  released_at timestamptz,
  primary key (campaign_id, wave)
);
alter table ota_jobs add column wave smallint not null default 1;
create index campaigns_open on campaigns (id) where state in ('scheduled', 'running', 'paused');
`
