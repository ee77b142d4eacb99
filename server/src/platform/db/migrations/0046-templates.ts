import { type Kysely, sql } from 'kysely'

/** Templates, which store the options of a campaign by name, and what a campaign does by itself, with the changes of its limits. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
create table ota_templates (
  id bigint generated always as identity primary key,
  name text not null,
  options jsonb not null,
  package_id bigint references packages (id),
  created_by bigint references members (id) on delete set null,
  created_at timestamptz not null default now()
);
create unique index ota_templates_name on ota_templates (lower(normalize(name, nfkc)));
create table campaign_events (
  id bigint generated always as identity primary key,
  campaign_id bigint not null references campaigns (id) on delete cascade,
  at timestamptz not null default now(),
  event text not null,
  wave int,
  failed bigint,
  ended bigint,
  limits jsonb
);
create index campaign_events_campaign on campaign_events (campaign_id, id);
`
