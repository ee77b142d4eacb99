import { statusesInUse } from '@simdeck/contract/dashboard.ts'
import type { SimFilter } from '@simdeck/contract/sims.ts'
import type { FigureName } from '../../groups/groups.ts'
import type { Db } from '../../platform/db/database.ts'
import { lateFilter, silentFilter, silentIntervals } from '../silent-intervals.ts'

export const onlineFilter: SimFilter = { connection: ['on', 'ota'] }

const counted = ['online', 'onlineInUse', 'late', 'silent', 'failedApplets', 'failedPollers'] as const

/** The filters of the SIMs of which `figuresFrom` takes the counts. */
export async function figureFilters(db: Db): Promise<SimFilter[]> {
  const intervals = await silentIntervals(db)
  const filters: Record<(typeof counted)[number], SimFilter> = {
    online: onlineFilter,
    onlineInUse: { ...onlineFilter, status: [...statusesInUse] },
    late: lateFilter(intervals),
    silent: silentFilter(intervals),
    failedApplets: { status_other_applet: ['Failed', 'Blocked'] },
    failedPollers: { status_poller: ['Failed', 'Blocked'] },
  }
  return counted.map((name) => filters[name])
}

/** The figures of a group by the counts of its SIMs with each of the filters. */
export function figuresFrom(counts: readonly number[]): Record<FigureName, number> {
  const [online = 0, onlineInUse = 0, late = 0, silent = 0, failedApplets = 0, failedPollers = 0] = counts
  return { online, expected: onlineInUse + late + silent, silent, failed_applets: failedApplets, failed_pollers: failedPollers }
}
