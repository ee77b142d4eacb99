import { type Kysely, sql } from 'kysely'

/**
 * The raw OTA service log is read in the order of its numbers, as the other raw logs are, so that a reader can ask for the rows after the
 * last one. The calls of the OTA API are found in the raw API log without those of the others.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db)
}

const statements = `
drop index raw_ota_service_logs_at;
create index raw_ota_service_logs_id on raw_ota_service_logs (id desc);
create index raw_ota_service_logs_at on raw_ota_service_logs using brin (at) with (pages_per_range = 16);
create index raw_api_logs_ota on raw_api_logs (id desc) where starts_with(route, '/ota-api/');
`
