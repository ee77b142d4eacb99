import { type Kysely, sql } from 'kysely'

/** The effect of a dry run on each SIM, and the time between the last two polls of each SIM. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
alter table ota_dry_runs add column made_at timestamptz;
alter table ota_dry_runs add column polls smallint not null default 1;
alter table ota_dry_runs add column seconds integer;

-- The effects that occur in a dry run. SIMs with the same effect differ only in their identity. The effect is a hash of its other columns.
create table ota_dry_run_effects (
  selection_id bigint not null references sim_selections on delete cascade,
  effect bigint not null,
  place integer not null,
  kind text,
  reason text,
  from_name text,
  from_version text,
  to_name text,
  to_version text,
  to_label text,
  removes boolean not null,
  wave smallint,
  octets integer,
  commands integer,
  sims integer not null,
  primary key (selection_id, effect)
);

-- The SIMs of each effect in the order of their ids; every part but the last one of an effect holds the same number of SIMs.
create table ota_dry_run_sims (
  selection_id bigint not null references sim_selections on delete cascade,
  effect bigint not null,
  part integer not null,
  sim_ids bigint[] not null,
  primary key (selection_id, effect, part)
);

alter table sim_selections drop constraint sim_selections_purpose_check;
alter table sim_selections add constraint sim_selections_purpose_check check (purpose in ('change', 'snapshot', 'rollback', 'approval'));
alter table campaign_approvals add column selection_id bigint references sim_selections on delete set null;
create index campaign_approvals_selection on campaign_approvals (selection_id) where selection_id is not null;

alter table sim_contacts add column poll_seconds integer;
`
