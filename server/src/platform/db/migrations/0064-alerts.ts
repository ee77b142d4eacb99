import { type Kysely, sql } from 'kysely'

/**
 * A rule and its state are two rows, since the state is written each minute. At most one firing of a rule is open. Notifications of alerts
 * name the ways by which a rule tells a member.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
create table alert_rules (
  id bigint generated always as identity primary key,
  name text not null,
  source text not null check (source in ('view', 'filter')),
  view_id bigint references sim_views on delete set null,
  -- The name of the view when the rule was last written or judged.
  view_name text,
  filter jsonb,
  comparison text not null,
  threshold double precision not null,
  hold_minutes integer not null,
  recovers_at double precision,
  recover_minutes integer not null,
  repeat_hours integer,
  severity text not null,
  quiet_hours jsonb,
  is_on boolean not null default true,
  created_by bigint references members on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index alert_rules_name on alert_rules (lower(normalize(name, nfkc)));
create index alert_rules_view on alert_rules (view_id) where view_id is not null;

-- Without a member and a role, the row stands for everyone.
create table alert_recipients (
  rule_id bigint not null references alert_rules on delete cascade,
  place integer not null,
  member_id bigint references members on delete cascade,
  role_id bigint references roles on delete cascade,
  bell boolean not null,
  mail boolean not null,
  primary key (rule_id, place)
);
create index alert_recipients_member on alert_recipients (member_id) where member_id is not null;

create table alert_states (
  rule_id bigint primary key references alert_rules on delete cascade,
  -- Counts the changes of the rule. A value that was counted for an earlier one is not judged.
  revision integer not null default 1,
  phase text not null default 'normal',
  since timestamptz,
  told_at timestamptz,
  value double precision,
  judged_at timestamptz,
  problem text
) with (fillfactor = 50);

create table alert_firings (
  id bigint generated always as identity primary key,
  rule_id bigint references alert_rules on delete set null,
  rule_name text not null,
  severity text not null,
  comparison text not null,
  threshold double precision not null,
  began_at timestamptz not null,
  ended_at timestamptz,
  ended_by text,
  peak double precision not null,
  told jsonb not null default '[]',
  told_count integer not null default 0
);
create unique index alert_firings_open on alert_firings (rule_id) where ended_at is null;
create index alert_firings_rule on alert_firings (rule_id, id desc);
create index alert_firings_end on alert_firings (ended_at);

create table alert_values (
  rule_id bigint not null references alert_rules on delete cascade,
  at timestamptz not null,
  value double precision not null,
  primary key (rule_id, at)
);
create index alert_values_at on alert_values (at);

-- The beginning of the last round of judgements; null if it was given up.
create table alert_rounds (
  only_one boolean primary key default true check (only_one),
  began_at timestamptz
);
insert into alert_rounds default values;

alter table notifications
  add column in_bell boolean not null default true,
  add column by_mail boolean not null default true,
  add column mail_after timestamptz,
  add column alert_rule_id bigint;
`
