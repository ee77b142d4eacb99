import type { GroupTotals } from '@simdeck/contract/groups.ts'
import type { SimFilter } from '@simdeck/contract/sims.ts'
import type { Db } from '../../platform/db/database.ts'
import type { FleetIndex } from '../fleet-index/fleet-index.ts'
import type { Asker } from '../fleet-index/question-queue.ts'
import { countsNow } from '../list/count-many.ts'
import { silentFilter, silentIntervals } from '../silent-intervals.ts'
import { onlineFilter } from './figures.ts'

/** The figures of the SIMs in no group and of all SIMs, counted by the index. */
export async function groupTotals(db: Db, index: FleetIndex, asker: Asker): Promise<GroupTotals> {
  const figures: readonly SimFilter[] = [{}, onlineFilter, silentFilter(await silentIntervals(db))]
  const filters = [...figures.map((filter) => ({ ...filter, group: [0] })), ...figures]
  const counts = await countsNow(db, index, filters, asker)
  const figuresFrom = (at: number) => ({ size: counts[at]!, online: counts[at + 1]!, silent: counts[at + 2]! })
  return { withoutGroup: figuresFrom(0), all: figuresFrom(figures.length) }
}
