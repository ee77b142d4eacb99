import type { ResponseOf } from '@simdeck/contract/endpoint.ts'
import type { certificateFigures as endpoint } from '@simdeck/contract/sim-certificates.ts'
import type { Db } from '../../platform/db/database.ts'
import { selectFigures } from './list-queries.ts'

const weeksShown = 26
const dayMs = 86_400_000

/** Certificates on SIMs by state, and the active ones by CA and by the week in which they end. */
export async function certificateFigures(db: Db): Promise<ResponseOf<typeof endpoint>> {
  const { byStatus, byAuthority, weeks } = await selectFigures(db)
  const today = new Date()
  today.setUTCHours(0, 0, 0, 0)
  const counts = new Map(weeks.map(({ week, count }) => [week, count]))
  const within = Array.from({ length: weeksShown }, (_, week) => counts.get(week) ?? 0)
  const all = weeks.reduce((sum, { count }) => sum + count, 0)
  return {
    byStatus,
    byAuthority,
    weeks: within.map((count, week) => ({ from: new Date(today.getTime() + week * 7 * dayMs).toISOString(), count })),
    later: all - within.reduce((sum, count) => sum + count, 0),
  }
}
