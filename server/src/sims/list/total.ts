import type { SimFilter } from '@simdeck/contract/sims.ts'
import type { Db } from '../../db/database.ts'
import { carriedByContacts, carriedMatching } from '../../db/sim-facets.ts'
import type { SimSortKey } from '../../db/sim-sort-keys.ts'
import { textsMatching, withoutTexts } from '../../db/sims-matching.ts'
import { countMatching, estimateByTexts, estimateMatching, type Stretch } from './queries.ts'

export type Total = { items: number; isEstimate: boolean; of: number }

/** So many are counted exactly. */
export const exactUpTo = 10_000

/** How many SIMs match, and of how many. */
export async function totalOf(db: Db, filter: SimFilter): Promise<Total> {
  const all = await estimateMatching(db, {})
  // What the planner thinks of parts of texts may be far off.
  const estimate = hasText(filter) ? await estimateByTexts(db, filter, all) : await estimateMatching(db, filter)
  if (estimate > 2 * exactUpTo) return { items: estimate, isEstimate: true, of: all }
  const counted = await countMatching(db, filter, exactUpTo + 1)
  if (counted <= exactUpTo) return { items: counted, isEstimate: false, of: Math.max(all, counted) }
  return { items: Math.max(estimate, counted), isEstimate: true, of: Math.max(all, counted) }
}

const hasText = (filter: SimFilter): boolean => textsMatching(filter) !== null

/** Microseconds a row, measured with a million SIMs: walked in an index, with the contact that it points to, looked up beside one, found by a filter, or by its texts, and sorted. */
const cost = { walked: 0.2, walkedWithContact: 0.7, lookedUp: 3, found: 2, foundByText: 6 }

/** Finding no more than so many is always within the goal, while a walk may have to pass all who do not match first. */
const foundAtOnce = 7_500

/** Whether to walk the order until so many rows match, or to find all that match and sort them. */
export function cheaperWay(list: { filter: SimFilter; sortKey: SimSortKey; total: Total; rows: number }): Stretch['by'] {
  const { total, filter, sortKey, rows } = list
  const narrows = Object.values(filter).some((value) => value !== undefined)
  if (narrows && total.items <= foundAtOnce) return 'filter'
  const steps = Math.min(total.of, (rows * total.of) / Math.max(1, total.items))
  const found = hasText(filter) ? cost.foundByText : cost.found
  return steps * walkCost(filter, sortKey) <= total.items * found ? 'order' : 'filter'
}

function walkCost(filter: SimFilter, { table }: SimSortKey): number {
  const seen = withoutTexts(filter)
  const texts = hasText(filter) ? cost.lookedUp : 0
  if (table === 'sims') return texts + (carriedMatching(seen) ? cost.walked : cost.lookedUp)
  return texts + (carriedByContacts(seen) ? cost.walkedWithContact : cost.lookedUp)
}
