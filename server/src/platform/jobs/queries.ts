import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { NewRow, Row } from '../db/schema.ts'

/** Stores the last runs of a node, and forgets those of nodes that no longer report. */
export async function writeRuns(db: Db, runs: readonly NewRow<'job_runs'>[], silentMinutes: number): Promise<void> {
  if (runs.length > 0)
    await db
      .insertInto('job_runs')
      .values([...runs])
      .onConflict((conflict) =>
        conflict.columns(['name', 'node']).doUpdateSet((row) => ({
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
  const shown = ['name', 'node', 'every_ms', 'started_at', 'duration_ms', 'outcome', 'failures', 'error', 'next_at'] as const
  return db.selectFrom('job_runs').select(shown).orderBy('name').orderBy('node').execute()
}
