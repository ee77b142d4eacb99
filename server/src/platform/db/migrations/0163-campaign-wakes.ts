import { type Kysely, sql } from 'kysely'

/**
 * Campaigns that wake their SIMs by SMS. The unique index lets a campaign queue one message for a SIM at most, whichever node does it and
 * however often.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
alter table sms_messages
  add column campaign_id bigint references campaigns on delete set null,
  add column at_once boolean not null default false;
create unique index sms_messages_campaign on sms_messages (campaign_id, sim_id) where campaign_id is not null;

create table campaign_wakes (
  campaign_id bigint primary key references campaigns on delete cascade,
  done_waves int not null default 0,
  last_sim_id bigint not null default 0,
  skipped jsonb not null default '{}',
  messages jsonb not null default '{}',
  is_over boolean not null default false
);
create index campaign_wakes_open on campaign_wakes (campaign_id) where not is_over;
`
