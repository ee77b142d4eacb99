import { type Kysely, sql } from 'kysely'

/** SCP81: the PSK identity of each SIM that brings an admin agent, its sealed key, and the application of its card that manages files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table sim_scp81_keys (
        sim_id bigint primary key references sims on delete cascade,
        identity text not null unique,
        psk bytea not null,
        files_aid bytea,
        changed_at timestamptz not null default now(),
        seen_at timestamptz
      )`,
    )
    .execute(db)
}
