import type { ResponseOf } from '@simdeck/contract/endpoint.ts'
import type { listJobRuns } from '@simdeck/contract/system.ts'

type Answer = ResponseOf<typeof listJobRuns>
type Run = Answer['runs'][number]

export type HealthLine = Run & {
  /** True if the next run is overdue: its node may be overloaded or gone. */
  late: boolean
  /** Stored work of the job; null for a job without any. */
  stored: Answer['queues'][number] | null
}

/** Nodes report every ten seconds, so a run may look late for some seconds. */
const lateAfterMs = 60_000

/**
 * A line for each job. If the job fails or is late on a node, it is the line of that node, otherwise that of the node where the job
 * ran last. Jobs that need attention come first, the others in the order of their names.
 */
export function healthLines({ runs, queues }: Answer, nowMs: number): HealthLine[] {
  const worst = new Map<string, HealthLine>()
  for (const run of runs) {
    const late = nowMs - Date.parse(run.next_at) > lateAfterMs
    const line = { ...run, late, stored: queues.find(({ name }) => name === run.name) ?? null }
    const known = worst.get(run.name)
    if (!known || rank(line) > rank(known) || (rank(line) === rank(known) && line.started_at > known.started_at)) worst.set(run.name, line)
  }
  return [...worst.values()].toSorted((one, other) => rank(other) - rank(one))
}

function rank({ outcome, late }: Pick<HealthLine, 'outcome' | 'late'>): number {
  if (outcome === 'failed') return 2
  return late ? 1 : 0
}
