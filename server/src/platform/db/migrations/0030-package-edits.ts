import { type Kysely, sql } from 'kysely'

/**
 * Notes and default parameters of packages, and their deletion. The row of a deleted package stays without its files, because OTAs and
 * campaigns of the past name it; its key is free again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
alter table packages add column notes text not null default '', add column install_parameters text, add column deleted_at timestamptz,
  alter column cap_file drop not null, alter column load_file drop not null,
  drop constraint packages_package_aid_ota_version_label_key;
create unique index packages_key on packages (package_aid, ota_version, label) where deleted_at is null;
alter table packages add constraint packages_files_check
  check ((cap_file is null) = (deleted_at is not null) and (load_file is null) = (deleted_at is not null));
`
