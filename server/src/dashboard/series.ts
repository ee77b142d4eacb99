import type { DashboardPeriod, getDashboardSeries } from '@simdeck/contract/dashboard.ts'
import type { QueryOf, ResponseOf } from '@simdeck/contract/endpoint.ts'
import type { Db } from '../platform/db/database.ts'
import { pollTimeOf } from '../sims/poll-times.ts'
import { selectSteps, steps } from './figures-queries.ts'

const dayMs = 86_400_000
const maxPoints = 1_500
const daysOf: Record<DashboardPeriod, number> = { '24h': 1, '7d': 7, '30d': 30, '13mo': 396 }

/** The figures of a period, in the shortest step that reaches back to its begin and has at most 1,500 points in it. */
export async function seriesOf(
  db: Db,
  { period = '24h', period_start: start, period_end: end }: QueryOf<typeof getDashboardSeries>,
  now: Date,
): Promise<ResponseOf<typeof getDashboardSeries>> {
  const until = end === undefined ? now : new Date(end)
  const from = start === undefined ? new Date(until.getTime() - daysOf[period] * dayMs) : new Date(start)
  const lasting = until.getTime() - from.getTime()
  const age = now.getTime() - from.getTime()
  const step = steps.find(({ seconds, days }) => age <= days * dayMs && lasting <= seconds * 1000 * maxPoints) ?? steps.at(-1)!
  const rows = lasting > 0 ? await selectSteps(db, step.seconds, from, until) : []
  return {
    from: from.toISOString(),
    until: until.toISOString(),
    stepSeconds: step.seconds,
    points: rows.slice(-maxPoints).map(({ at, figures, delays }) => ({
      at: at.toISOString(),
      sims: figures['sims'] ?? null,
      online: figures['online'] ?? null,
      expected: figures['expected'] ?? null,
      late: figures['late'] ?? null,
      silent: figures['silent'] ?? null,
      pollsPerMinute: figures['pollsPerMinute'] ?? null,
      delayP95Ms: pollTimeOf(delays, 0.95),
    })),
  }
}
