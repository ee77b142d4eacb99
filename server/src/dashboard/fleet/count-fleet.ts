import { type Dashboard, signalClasses, statusesInUse } from '@simdeck/contract/dashboard.ts'
import { joinedTexts } from '@simdeck/contract/list.ts'
import type { SimFilter } from '@simdeck/contract/sims.ts'
import type { Db } from '../../platform/db/database.ts'
import type { FleetIndex } from '../../sims/fleet-index/fleet-index.ts'
import type { Asker } from '../../sims/fleet-index/question-queue.ts'
import { countsNow } from '../../sims/list/count-many.ts'
import { valueCounts } from '../../sims/list/count-sims.ts'
import { appletCounts, signalCounts } from '../../sims/list/fleet-counts.ts'
import { lateFilter, silentFilter } from '../../sims/silent-intervals.ts'

type Fleet = NonNullable<Dashboard['fleet']>
/** The figures that are counted from SIMs. */
export type CountedFleet = Omit<Fleet, 'weekOnlinePercent' | 'pollsPerMinute' | 'delayP95Ms'>

const shownValues = 10

const online = { status: [...statusesInUse], connection: ['on', 'ota'] } satisfies SimFilter

/** A filter in the form of an address. */
const inAddress = (filter: Record<string, readonly string[]>): Record<string, string> =>
  Object.fromEntries(Object.entries(filter).map(([name, values]) => [name, joinedTexts(values)]))

/**
 * Counts the SIMs of the fleet, by the index, or by PostgreSQL while the index does not answer. `intervals`: the number of own poll intervals
 * after which a SIM counts as silent.
 */
export async function countFleet(db: Db, index: FleetIndex, intervals: number, asker: Asker): Promise<CountedFleet> {
  const [late, silent] = [lateFilter(intervals), silentFilter(intervals)]
  const [onlineNow = 0, lateNow = 0, silentNow = 0] = await countsNow(db, index, [online, late, silent], asker)
  const statuses = await valueCounts(db, index, { of: 'status' }, asker)
  const pollers = await valueCounts(db, index, { of: 'poller_version' }, asker)
  const starts = signalClasses.flatMap(({ fromDbm }) => fromDbm ?? [])
  const signals = await signalCounts(db, index, online, starts, asker)
  const named = (name: string) => (one: { value: string | null; count: number }) => ({
    ...one,
    filter: one.value === null ? null : { [name]: joinedTexts([one.value]) },
  })
  return {
    sims: statuses.reduce((sum, { count }) => sum + count, 0),
    online: onlineNow,
    late: lateNow,
    silent: silentNow,
    expected: onlineNow + lateNow + silentNow,
    filters: { online: inAddress(online), late: inAddress(late), silent: inAddress(silent) },
    statuses: statuses.map(named('status')),
    pollers: pollers.slice(0, shownValues).map(named('poller_version')),
    applets: await appletCounts(db, index, shownValues, asker),
    signals: [...signalClasses.map(({ name }) => name), 'unknown' as const].map((value, at) => ({ value, count: signals[at] ?? 0 })),
  }
}
