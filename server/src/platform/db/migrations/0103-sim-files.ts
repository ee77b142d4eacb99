import { type Kysely, sql } from 'kysely'

/**
 * Files in the IoT SAFE applets of SIMs. `content` is the wanted content. `ota_id` is the OTA that works on the file, or that did so last;
 * `is_open` tells that it still does.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
create table sim_files (
  id bigint generated always as identity primary key,
  sim_id bigint not null references sims on delete cascade,
  ota_id bigint references ota_jobs on delete set null,
  is_open boolean not null default false,
  label text not null,
  object_id text not null,
  content bytea not null,
  capacity integer not null,
  delivery text not null check (delivery in ('Auto', 'Manual')),
  status text not null default 'None',
  management_status text check (management_status in ('NeedUpdate', 'NeedDelete')),
  -- The time at which the card returned the content octet for octet.
  active_at timestamptz,
  created_by bigint references members on delete set null,
  created_by_name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index sim_files_object on sim_files (sim_id, object_id) where status <> 'Deleted';
create unique index sim_files_ota on sim_files (ota_id) where ota_id is not null;
create index sim_files_sim on sim_files (sim_id, id);
create index sim_files_open on sim_files (id) where is_open;
create index sim_files_managed on sim_files (management_status, id) where management_status is not null;
`
