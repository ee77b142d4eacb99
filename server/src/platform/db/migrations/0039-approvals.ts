import { type Kysely, sql } from 'kysely'

/**
 * A campaign over many SIMs waits for the approval of a second person. The request keeps the dry run and the rollout as they were when the
 * approval was asked for. The members of a request are not references: a deleted member must not become unknown here.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
alter table campaigns drop constraint campaigns_state_check;
alter table campaigns add constraint campaigns_state_check check (state in ('awaitingApproval', 'scheduled', 'running', 'paused', 'stopping',
  'completed', 'completedWithFailures', 'stopped', 'rejected'));
drop index campaigns_open;
create index campaigns_open on campaigns (id) where state in ('awaitingApproval', 'scheduled', 'running', 'paused', 'stopping');
create table campaign_approvals (
  campaign_id bigint primary key references campaigns (id),
  threshold integer not null,
  asked_by bigint,
  asked_email text,
  asked_credential bigint,
  asked_name text not null,
  asked_at timestamptz not null default now(),
  note text not null,
  deadline timestamptz,
  frozen jsonb not null,
  rollout jsonb,
  outcome text check (outcome in ('approved', 'rejected', 'withdrawn', 'expired')),
  decided_by bigint,
  decided_name text not null default '',
  decided_at timestamptz,
  reason text not null default '',
  check ((outcome is null) = (decided_at is null))
);
create index campaign_approvals_open on campaign_approvals (campaign_id) where outcome is null;
alter table ota_dry_runs add column result jsonb;
`
