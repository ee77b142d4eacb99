import type { QueryOf } from '@simdeck/contract/endpoint.ts'
import type { endpoints } from '@simdeck/contract/endpoints.ts'
import { maxValues, type ValueCount } from '@simdeck/contract/sim-counts.ts'
import type { SimFilter } from '@simdeck/contract/sims.ts'
import type { Db } from '../../platform/db/database.ts'
import type { FleetIndex } from '../fleet-index/fleet-index.ts'
import type { Asker } from '../fleet-index/question-queue.ts'
import { labelsByKey } from '../tags/tags.ts'
import { bySql } from './by-sql.ts'

/** The SIMs per value of one filter, among those that match the other filters. */
export async function valueCounts(
  db: Db,
  index: FleetIndex,
  query: QueryOf<typeof endpoints.countSimValues>,
  asker: Asker,
): Promise<ValueCount[]> {
  const { of, ...filter } = query
  const others: SimFilter = { ...filter, [of]: undefined }
  const counts = (await index.values({ filter: others, of, max: maxValues }, asker)) ?? (await bySql.values(db, others, of))
  return of === 'tags' ? withLabels(db, counts) : counts
}

/** Counts by tags with their texts in place of their keys. */
async function withLabels(db: Db, counts: readonly ValueCount[]): Promise<ValueCount[]> {
  const labels = await labelsByKey(db)
  return counts.map(({ value, count }) => ({ value: value === null ? null : (labels.get(value) ?? value), count }))
}

const minuteMs = 60_000
/** Ages of last polls in minutes: by five minutes, then hours, then days. */
const ages = [
  ...Array.from({ length: 12 }, (_, at) => (at + 1) * 5),
  ...Array.from({ length: 23 }, (_, at) => (at + 2) * 60),
  ...Array.from({ length: 29 }, (_, at) => (at + 2) * 1440),
]

/** The SIMs that match, by the time of their last poll. */
export async function lastPollCounts(db: Db, index: FleetIndex, filter: SimFilter, asker: Asker) {
  const now = Math.ceil(Date.now() / minuteMs) * minuteMs
  const times = ages.map((age) => new Date(now - age * minuteMs)).toReversed()
  const counts = (await index.polls(filter, times, asker)) ?? (await bySql.polls(db, filter, times))
  const edges = [null, ...times, new Date(now)].map((time) => time?.toISOString() ?? null)
  const polls = edges.slice(1).map((until, at) => ({ from: edges[at]!, until: until!, count: counts[at]! }))
  return { polls: polls.toReversed(), never: counts.at(-1)! }
}
