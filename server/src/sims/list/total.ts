import { sql } from 'kysely'
import type { SimFilter } from '@simdeck/contract/sims.ts'
import type { Db } from '../../db/database.ts'
import { carriedByContacts, carriedMatching } from '../../db/sim-facets.ts'
import type { SimSortKey } from '../../db/sim-sort-keys.ts'
import { keyHolds, pollsMatching, textsMatching, withoutPolls, withoutTexts } from '../../db/sims-matching.ts'
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

/** How many SIMs match in the table that is not sorted by, if a walk would have to look them up there; 0 otherwise. */
export async function matchingInOther(db: Db, filter: SimFilter, { table }: SimSortKey): Promise<number> {
  const others = withoutPolls(withoutTexts(filter))
  if (table === 'sim_contacts') return carriedByContacts(others) ? 0 : estimateMatching(db, others)
  const { last_poll_start, last_poll_end } = filter
  return pollsMatching(filter) ? estimateMatching(db, { last_poll_start, last_poll_end }) : 0
}

/**
 * Microseconds a row, measured with a million SIMs: walked in an index, of contacts, its text looked at, looked up beside one, or its
 * texts, gathered before, found by a filter and sorted, with the contact beside it, or found by texts.
 */
const cost = {
  walked: 0.3,
  walkedContact: 0.4,
  keyHeld: 0.4,
  lookedUp: 3.5,
  textsLookedUp: 6,
  gathered: 0.7,
  found: 1.8,
  foundWithContact: 3.5,
  foundByText: 6,
}

/** Walks of fewer SIMs than this cost nothing. */
const leastSteps = 1_000

/** So many SIMs are gathered at most: beyond, PostgreSQL's `work_mem` might not hold them. */
const mostGathered = 200_000

type Way = Pick<Stretch, 'by' | 'steps' | 'gathers'>
type List = { filter: SimFilter; sortKey: SimSortKey; total: Total; inOther: number; rows: number }

export const plainWalk: Way = { by: 'order', steps: null, gathers: false }

/**
 * Whether to walk the order until so many rows match, or to find all that match and sort them; and how many SIMs a walk may look at
 * until finding them would have been cheaper: those that match may all stand at the end.
 */
export function cheaperWay({ filter, sortKey, total, inOther, rows }: List): Way {
  const expected = Math.min(total.of, (rows * total.of) / Math.max(1, total.items))
  const gathering = inOther * cost.gathered
  const gathers = inOther > 0 && inOther <= mostGathered && gathering < expected * cost.lookedUp
  const finding = total.items * foundCost(filter, sortKey) - (gathers ? gathering : 0)
  const steps = Math.max(leastSteps, Math.round(finding / walkCost(filter, sortKey, inOther > 0 && !gathers)))
  // Counting steps has its price, too: not where a walk of all SIMs would take at most twice as long as finding.
  return { by: expected <= steps ? 'order' : 'filter', steps: 2 * steps < total.of ? steps : null, gathers }
}

function foundCost(filter: SimFilter, { table }: SimSortKey): number {
  if (hasText(filter)) return cost.foundByText
  return table === 'sim_contacts' || pollsMatching(filter) ? cost.foundWithContact : cost.found
}

function walkCost(filter: SimFilter, { table, column }: SimSortKey, looksUp: boolean): number {
  const ofKey = keyHolds(filter, column, sql`key`) !== null
  const texts = hasText(ofKey ? { ...filter, [column]: undefined } : filter) ? cost.textsLookedUp : 0
  const others = withoutPolls(withoutTexts(filter))
  const carried = table === 'sim_contacts' || carriedMatching(others) ? 0 : cost.lookedUp
  const walked = table === 'sim_contacts' ? cost.walkedContact : cost.walked
  return walked + (ofKey ? cost.keyHeld : 0) + texts + carried + (looksUp ? cost.lookedUp : 0)
}
