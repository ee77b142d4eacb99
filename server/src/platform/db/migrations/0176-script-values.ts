import { type Kysely, sql } from 'kysely'

/** CSV files with values of SIMs for the scripts of packages, and the campaigns that use them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
create table script_values (
  id bigint generated always as identity primary key,
  state text not null default 'loading' check (state in ('loading', 'ready', 'expired')),
  file_name text not null,
  columns text[] not null,
  rows integer not null default 0,
  created_by bigint references members on delete set null,
  api_credential_id bigint references api_credentials on delete set null,
  created_at timestamptz not null default now()
);

-- Its lines. They are deleted in parts, before the row of the file.
create table script_value_rows (
  values_id bigint not null references script_values,
  iccid text not null,
  cells jsonb not null,
  primary key (values_id, iccid)
);

create table script_value_uses (
  values_id bigint not null references script_values on delete cascade,
  campaign_id bigint not null references campaigns on delete cascade,
  script_id bigint not null,
  primary key (values_id, campaign_id)
);
create index script_value_uses_campaign on script_value_uses (campaign_id);
`
