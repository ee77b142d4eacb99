import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { NewRow, Row } from '../db/schema.ts'

/** Namespace of the advisory locks of nodes: `node` in ASCII. */
export const nodeLocks = 0x6e6f6465

/** A job that this node runs. `attempts` identifies the attempt, so that the former node of a job that was taken over cannot end it. */
export type Claimed = { queue: string; node: number; key: number; attempts: number }

/** Stores the last runs of a node, and deletes those of nodes that no longer report. */
export async function writeRuns(db: Db, runs: readonly NewRow<'job_runs'>[], silentMinutes: number): Promise<void> {
  if (runs.length > 0)
    await db
      .insertInto('job_runs')
      .values([...runs])
      .onConflict((conflict) =>
        conflict.columns(['name', 'node']).doUpdateSet((row) => ({
          title: row.ref('excluded.title'),
          every_ms: row.ref('excluded.every_ms'),
          started_at: row.ref('excluded.started_at'),
          duration_ms: row.ref('excluded.duration_ms'),
          outcome: row.ref('excluded.outcome'),
          failures: row.ref('excluded.failures'),
          error: row.ref('excluded.error'),
          next_at: row.ref('excluded.next_at'),
          reported_at: sql<Date>`now()`,
        })),
      )
      .execute()
  await sql`delete from job_runs where node in (
    select node from job_runs group by node having max(reported_at) < now() - make_interval(mins => ${silentMinutes}))`.execute(db)
}

export async function deleteRunsOf(db: Db, node: string): Promise<void> {
  await db.deleteFrom('job_runs').where('node', '=', node).execute()
}

export async function selectRuns(db: Db): Promise<Omit<Row<'job_runs'>, 'reported_at'>[]> {
  const shown = ['name', 'title', 'node', 'every_ms', 'started_at', 'duration_ms', 'outcome', 'failures', 'error', 'next_at'] as const
  return db.selectFrom('job_runs').select(shown).orderBy('name').orderBy('node').execute()
}

export async function insertQueued(trx: Db, queue: string, key: number, notBefore: Date | null): Promise<void> {
  await trx
    .insertInto('queued_jobs')
    .values({ queue, key, ...(notBefore && { run_at: notBefore }) })
    .onConflict((conflict) =>
      conflict
        .columns(['queue', 'key'])
        .doUpdateSet({ attempts: 0, run_at: sql<Date>`excluded.run_at`, error: null, dead_at: null })
        .where('queued_jobs.dead_at', 'is not', null),
    )
    .execute()
}

/**
 * Claims at most `limit` due jobs, the longest due first. They include jobs of nodes that died, whose lock can be taken, and jobs that
 * this node claimed without receiving the answer. The lock is tried after the row is locked, so that a job that another node claims at the
 * same time stays with that node. `running`: the jobs that this node runs.
 */
export async function claimDue(db: Db, queue: string, node: number, running: readonly number[], limit: number): Promise<Claimed[]> {
  const { rows } = await sql<{ key: number; attempts: number }>`with due as materialized (
      select queue, key from queued_jobs
      where queue = ${queue} and dead_at is null and run_at <= now() and key <> all(${running}::bigint[])
        and (node is null or node = ${node} or pg_try_advisory_xact_lock(${nodeLocks}::int, node))
      order by run_at, key limit ${limit} for update skip locked
    )
    update queued_jobs set node = ${node}, attempts = attempts + 1 from due
    where queued_jobs.queue = due.queue and queued_jobs.key = due.key
    returning queued_jobs.key, attempts`.execute(db)
  return rows.map((row) => ({ ...row, queue, node }))
}

/** True if a job of the queue is due that no node runs. */
export async function hasUnclaimed(db: Db, queue: string): Promise<boolean> {
  const due = db.selectFrom('queued_jobs').select('key').where('queue', '=', queue).where('dead_at', 'is', null).where('node', 'is', null)
  return (
    (
      await due
        .where('run_at', '<=', sql<Date>`now()`)
        .limit(1)
        .execute()
    ).length > 0
  )
}

const own = ({ queue, key, node, attempts }: Claimed) =>
  sql<boolean>`queue = ${queue} and key = ${key} and node = ${node} and attempts = ${attempts}`

/** Removes a job that was done; false if this attempt no longer owns it. */
export async function removeQueued(trx: Db, job: Claimed): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('queued_jobs').where(own(job)).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Stores a failed attempt; false if this attempt no longer owns the job. `waitMs`: time until the next attempt; null: the job is dead. */
export async function storeFailure(trx: Db, job: Claimed, error: string, waitMs: number | null): Promise<boolean> {
  const next =
    waitMs === null
      ? { dead_at: sql<Date>`clock_timestamp()` }
      : { run_at: sql<Date>`clock_timestamp() + make_interval(secs => ${waitMs / 1000})` }
  const { numUpdatedRows } = await trx
    .updateTable('queued_jobs')
    .set({ node: null, error, ...next })
    .where(own(job))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Leaves a job to another node; this attempt does not count. */
export async function giveBack(trx: Db, job: Claimed): Promise<void> {
  await trx
    .updateTable('queued_jobs')
    .set((set) => ({ node: null, attempts: set('attempts', '-', 1) }))
    .where(own(job))
    .execute()
}

export async function deleteOldDead(db: Db, days: number): Promise<void> {
  await db
    .deleteFrom('queued_jobs')
    .where('dead_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .execute()
}

export async function selectStates(
  db: Db,
): Promise<{ name: string; running: number; waiting: number; retrying: number; dead: number; next_at: Date | null }[]> {
  const waits = sql`dead_at is null and node is null`
  return db
    .selectFrom('queued_jobs')
    .select([
      'queue as name',
      sql<number>`count(*) filter (where node is not null)`.as('running'),
      sql<number>`count(*) filter (where ${waits})`.as('waiting'),
      sql<number>`count(*) filter (where ${waits} and error is not null)`.as('retrying'),
      sql<number>`count(*) filter (where dead_at is not null)`.as('dead'),
      sql<Date | null>`min(run_at) filter (where ${waits})`.as('next_at'),
    ])
    .groupBy('queue')
    .orderBy('queue')
    .execute()
}
