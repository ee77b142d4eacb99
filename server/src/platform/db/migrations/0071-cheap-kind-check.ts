import { type Kysely, sql } from 'kysely'

/**
 * The same check of the kind of an OTA, which is computed for two million rows of a large campaign, with the usual kinds first. The rows of
 * before are not read again, because the former check admitted the same ones.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
alter table ota_jobs drop constraint ota_jobs_kind_check,
  add constraint ota_jobs_kind_check check (kind = 'install' or kind = 'remove'
    or (kind <> '' and ltrim(kind, 'abcdefghijklmnopqrstuvwxyz-') = '')) not valid;
`
