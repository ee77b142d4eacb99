import { type Kysely, sql } from 'kysely'

/** The objects that the IoT SAFE applet of a SIM listed last. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table iot_safe_lists (
        sim_id bigint primary key references sims on delete cascade,
        read_at timestamptz not null default now(),
        free_octets bigint not null,
        objects jsonb not null
      )`,
    )
    .execute(db)
}
