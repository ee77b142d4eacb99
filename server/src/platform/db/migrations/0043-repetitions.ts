import { type Kysely, sql } from 'kysely'

/**
 * What the repetition of a campaign needs: the filter that chose its SIMs, the time at which the keys of a SIM changed, and templates, which
 * store the options of a campaign by name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
alter table sim_selections add column filter jsonb;
alter table campaigns add column filter jsonb;
alter table sim_keys add column changed_at timestamptz;
alter table sim_keys alter column changed_at set default now();
create table ota_templates (
  id bigint generated always as identity primary key,
  name text not null,
  options jsonb not null,
  package_id bigint references packages (id),
  created_by bigint references members (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index ota_templates_name on ota_templates (lower(normalize(name, nfkc)));
`
