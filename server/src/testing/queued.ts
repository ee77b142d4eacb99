import type { Db } from '../platform/db/database.ts'
import { wakeAtCommit } from '../platform/jobs/queue.ts'

/** Makes all jobs of a queue due, and wakes the nodes. */
export async function makeDue({ db }: { db: Db }, queue: string): Promise<void> {
  await db.updateTable('queued_jobs').set({ run_at: new Date() }).where('queue', '=', queue).execute()
  await wakeAtCommit(db, queue)
}

/** The numbers of successful and failed attempts at jobs of a queue, from the metrics of the server. */
export async function queuedRuns({ metricsUrl }: { metricsUrl: string }, queue: string): Promise<{ succeeded: number; failed: number }> {
  const metrics = await (await fetch(metricsUrl)).text()
  const count = (outcome: string) =>
    Number(metrics.split(`simdeck_queued_runs_total{work="${queue}",outcome="${outcome}"} `)[1]?.split('\n')[0] ?? 0)
  return { succeeded: count('succeeded'), failed: count('failed') }
}
