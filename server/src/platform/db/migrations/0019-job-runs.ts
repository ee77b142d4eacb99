import { type Kysely, sql } from 'kysely'

/** The last run of each job on each node, for the health page. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table job_runs (
        name text not null,
        node text not null,
        every_ms integer not null,
        started_at timestamptz not null,
        duration_ms integer not null,
        outcome text not null check (outcome in ('succeeded', 'failed')),
        failures integer not null,
        error text,
        next_at timestamptz not null,
        reported_at timestamptz not null default now(),
        primary key (name, node)
      )`,
    )
    .execute(db)
}
