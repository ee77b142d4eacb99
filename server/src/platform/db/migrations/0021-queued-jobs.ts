import { type Kysely, sql } from 'kysely'

/**
 * Stored work of all kinds in one table. `key` is the id of the row that the job is about. `node` is the number of the node that runs the
 * job; that node holds the advisory lock of its number as long as it lives.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
create table queued_jobs (
  queue text not null,
  key bigint not null,
  created_at timestamptz not null default now(),
  run_at timestamptz not null default now(),
  attempts int not null default 0,
  node int,
  error text,
  dead_at timestamptz,
  primary key (queue, key)
);
create index queued_jobs_due on queued_jobs (queue, run_at, key) where dead_at is null;

insert into queued_jobs (queue, key, run_at, attempts) select 'mails', id, next_try_at, tries from mails where state = 'queued';
insert into queued_jobs (queue, key) select 'tasks', id from tasks where state in ('waiting', 'running', 'cancelling');
alter table mails drop column next_try_at;

-- The lines are those of running nodes, which write them again.
delete from job_runs;
alter table job_runs add column title jsonb not null;
`,
    )
    .execute(db)
}
