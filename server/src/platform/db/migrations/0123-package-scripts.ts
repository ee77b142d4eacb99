import { type Kysely, sql } from 'kysely'

/**
 * Scripts for applets and files of cards. A script is never changed: a change adds a revision, and campaigns name the revision that they
 * send. Only the latest revision of an applet is current, or none after its removal.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
create table package_scripts (
  id bigint generated always as identity primary key,
  purpose text not null check (purpose in ('store-data', 'rfm')),
  package_aid text not null,
  package_name text not null,
  ota_version text not null,
  instance_aid text not null,
  -- Hex with variables: the data of STORE DATA, or commands.
  lines text[] not null,
  -- True for BER-TLV data objects, and for commands whose updates are read before and after.
  option boolean not null,
  is_current boolean not null default true,
  created_by_name text not null,
  created_at timestamptz not null default now()
);
create unique index package_scripts_current on package_scripts (purpose, package_aid, package_name, ota_version, instance_aid) where is_current;
create index package_scripts_newest on package_scripts (purpose, id) where is_current;
`
