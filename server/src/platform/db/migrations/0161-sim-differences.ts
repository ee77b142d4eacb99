import { type Kysely, sql } from 'kysely'

/** The differences between the content that cards report and the content that they should have, and the differences that were accepted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
-- One row for each SIM whose card differs, with its leading difference.
create table sim_differences (
  sim_id bigint primary key references sims on delete cascade,
  kind text not null check (kind in ('missing', 'otherVersion', 'otherState', 'extra')),
  package_id bigint references packages on delete cascade,
  campaign_id bigint references campaigns on delete set null,
  -- The group of SIMs that the same install repairs; null if none does.
  remedy text,
  read_at timestamptz not null,
  -- All differences, the leading one first.
  differences jsonb not null
);
create index sim_differences_read on sim_differences (read_at, sim_id);
create index sim_differences_kind on sim_differences (kind, read_at, sim_id);
create index sim_differences_remedy on sim_differences (remedy, sim_id) where remedy is not null;
create index sim_differences_package on sim_differences (package_id) where package_id is not null;
create index sim_differences_campaign on sim_differences (campaign_id) where campaign_id is not null;

-- The differences of a SIM that a member accepted, and that its card still has.
create table sim_accepted_differences (
  sim_id bigint primary key references sims on delete cascade,
  differences jsonb not null,
  accepted_at timestamptz not null default now(),
  -- The name of the member or API ID, which may be deleted meanwhile.
  accepted_by text not null
);

create index sim_inventories_read on sim_inventories (read_at);
`
