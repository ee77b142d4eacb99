import { type Kysely, sql } from 'kysely'

/** The data log of SIMs: a row for each refresh from the carrier that a user asked for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table sim_data_logs (
        id bigint generated always as identity primary key,
        sim_id bigint not null references sims on delete cascade,
        user_name text not null,
        user_email text,
        created_at timestamptz not null default now(),
        is_success boolean not null,
        failure text
      );
      create index sim_data_logs_sim on sim_data_logs (sim_id, id desc);`,
    )
    .execute(db)
}
