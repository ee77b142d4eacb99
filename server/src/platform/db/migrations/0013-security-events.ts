import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
-- The security log. Rows outlive the members and API IDs that they name. What is alike within a minute is one row with a count: it has
-- a key. stranger stands for an address or client id that nobody has.
create table security_events (
  id bigint generated always as identity primary key,
  key bytea unique,
  at timestamptz not null,
  last_at timestamptz not null,
  count int not null default 1,
  event text not null,
  outcome text not null check (outcome in ('success', 'failure')),
  detail text,
  member_id bigint,
  member text,
  api_credential_id bigint,
  api_id text,
  stranger text,
  target text,
  until timestamptz,
  ip text,
  user_agent text,
  request_id text,
  source text check (source in ('WEB_UI', 'OPEN_API')),
  route text
);
create index security_events_at on security_events (at desc, id desc);
create index security_events_event on security_events (event, at desc, id desc);
create index security_events_member on security_events (lower(member), at desc, id desc) where member is not null;
create index security_events_target on security_events (lower(target), at desc, id desc) where target is not null;
create index security_events_stranger on security_events (stranger, at desc, id desc) where stranger is not null;
create index security_events_ip on security_events (ip, at desc, id desc);
`
