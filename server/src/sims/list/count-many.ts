import type { SimFilter } from '@simdeck/contract/sims.ts'
import type { Db } from '../../platform/db/database.ts'
import type { FleetIndex } from '../fleet-index/fleet-index.ts'
import type { Asker } from '../fleet-index/question-queue.ts'
import { inTime, timeLimits } from '../../platform/db/time-limit.ts'
import { countEach } from './queries.ts'

/** The time for which the thread of the index counts before other questions have their turn. */
const turnMs = 20
const filtersPerStatement = 20

/** True if `countsOf` can answer now: the index is ready, or the fleet is so small that PostgreSQL answers. */
export const canCount = async (index: FleetIndex): Promise<boolean> => index.isReady || !(await index.isNeeded())

/**
 * The numbers of SIMs of these filters, which all include every change before this call. Null while the index of a large fleet does not
 * answer, or while changes are missing in it.
 */
export async function countsOf(db: Db, index: FleetIndex, filters: readonly SimFilter[], asker: Asker): Promise<number[] | null> {
  const counts: number[] = []
  while (counts.length < filters.length) {
    const found = await index.counts(filters.slice(counts.length), turnMs, asker)
    if (found?.asOf) return null
    if (found) counts.push(...found.counts)
    else if (await index.isNeeded()) return null
    else return bySql(db, filters)
  }
  return counts
}

/** The numbers of SIMs of these filters, also from an index in which changes are missing, and from PostgreSQL for a fleet of any size. */
export async function countsNow(db: Db, index: FleetIndex, filters: readonly SimFilter[], asker: Asker): Promise<number[]> {
  const counts: number[] = []
  while (counts.length < filters.length) {
    const found = await index.counts(filters.slice(counts.length), turnMs, asker)
    if (!found) return bySql(db, filters)
    counts.push(...found.counts)
  }
  return counts
}

/** The number of SIMs of a filter. If `asOf` is given, changes after that time may be missing. */
export async function countOf(db: Db, index: FleetIndex, filter: SimFilter, asker: Asker): Promise<{ count: number; asOf?: Date }> {
  const found = await index.counts([filter], turnMs, asker)
  if (found) return { count: found.counts[0]!, ...(found.asOf && { asOf: found.asOf }) }
  return { count: (await bySql(db, [filter]))[0]! }
}

async function bySql(db: Db, filters: readonly SimFilter[]): Promise<number[]> {
  const counts: number[] = []
  for (let from = 0; from < filters.length; from += filtersPerStatement) {
    const some = filters.slice(from, from + filtersPerStatement)
    counts.push(...(await inTime(db, timeLimits.list, (trx) => countEach(trx, some))))
  }
  return counts
}
