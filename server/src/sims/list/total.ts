import type { SimFilter } from '@simdeck/contract/sims.ts'
import type { Db } from '../../db/database.ts'
import { carriedByContacts, carriedMatching } from '../../db/sim-facets.ts'
import type { SimSortKey } from '../../db/sim-sort-keys.ts'
import { pollsMatching, textsMatching, withoutPolls, withoutTexts } from '../../db/sims-matching.ts'
import { countMatching, estimateByTexts, estimateMatching, type Stretch } from './queries.ts'

export type Total = { items: number; isEstimate: boolean; of: number }

/** So many are counted exactly. */
export const exactUpTo = 10_000

/** How many SIMs match, and of how many. */
export async function totalOf(db: Db, filter: SimFilter): Promise<Total> {
  const all = await estimateMatching(db, {})
  // What the planner thinks of parts of texts may be far off.
  const estimate = hasText(filter) ? await estimateByTexts(db, filter, all) : narrows(filter) ? await estimateMatching(db, filter) : all
  if (estimate > 2 * exactUpTo) return { items: estimate, isEstimate: true, of: all }
  const counted = await countMatching(db, filter, exactUpTo + 1)
  if (counted <= exactUpTo) return { items: counted, isEstimate: false, of: Math.max(all, counted) }
  return { items: Math.max(estimate, counted), isEstimate: true, of: Math.max(all, counted) }
}

/** Whether the filter asks for anything. */
export const narrows = (filter: SimFilter): boolean => Object.values(filter).some((value) => value !== undefined)

const hasText = (filter: SimFilter): boolean => textsMatching(filter) !== null

/** Microseconds a row, measured with a million SIMs: walked in an index, with the contact that it points to, looked up beside one, found by a filter, or by its texts, and sorted. */
const cost = { walked: 0.2, walkedWithContact: 0.7, lookedUp: 3, found: 2, foundByText: 6 }

/** Walks of fewer SIMs than this cost nothing. */
const leastSteps = 1_000

/**
 * Whether to walk the order until so many rows match, or to find all that match and sort them; and how many SIMs a walk may look at
 * until finding them would have been cheaper: those that match may all stand at the end.
 */
export function cheaperWay(list: { filter: SimFilter; sortKey: SimSortKey; total: Total; rows: number }): Pick<Stretch, 'by' | 'steps'> {
  const { total, filter, sortKey, rows } = list
  const expected = Math.min(total.of, (rows * total.of) / Math.max(1, total.items))
  const found = total.items * (hasText(filter) ? cost.foundByText : cost.found)
  const steps = Math.max(leastSteps, Math.round(found / walkCost(filter, sortKey)))
  return { by: expected <= steps ? 'order' : 'filter', steps: steps < total.of ? steps : null }
}

function walkCost(filter: SimFilter, { table }: SimSortKey): number {
  const others = withoutPolls(withoutTexts(filter))
  const texts = hasText(filter) ? cost.lookedUp : 0
  if (table === 'sim_contacts') return texts + (carriedByContacts(others) ? cost.walkedWithContact : cost.lookedUp)
  const polls = pollsMatching(filter) ? cost.lookedUp : 0
  return texts + polls + (carriedMatching(others) ? cost.walked : cost.lookedUp)
}
