import { type Kysely, sql } from 'kysely'

/** Queues the tasks that have not ended and have no job: a node that checked a task while it began it could lose its job. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`insert into queued_jobs (queue, key) select 'tasks', id from tasks
    where state in ('waiting', 'running', 'cancelling') on conflict (queue, key) do nothing`.execute(db)
}
