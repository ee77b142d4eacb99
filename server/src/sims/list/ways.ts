import type { SimFilter } from '@simdeck/contract/sims.ts'
import type { Db } from '../../platform/db/database.ts'
import { carriedByContacts, carriedMatching } from '../sql/sim-facets.ts'
import type { SimSortKey } from '../sql/sim-sort-keys.ts'
import { hasText, keyTells, pollsMatching, pollsOf, withoutPolls, withoutTexts } from '../sql/sims-matching.ts'
import { estimateMatching, type Stretch } from './queries.ts'
import type { Total } from './total.ts'

/** A plan for reading a section of the list. */
export type Way = Pick<Stretch, 'by' | 'steps' | 'gathers'>

/** The first `rows` SIMs that pass a filter; `inOther` of the SIMs match in the table that does not hold the sort key. */
type List = { filter: SimFilter; sortKey: SimSortKey; total: Total; inOther: number; rows: number }

/** Microseconds per row, measured with a million SIMs. */
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

/** Scans of fewer SIMs than this cost nothing. */
const leastSteps = 1_000

/** Give up an expensive index scan that read this many times more rows than expected. */
const patience = 10

/** Maximum of SIMs that are collected beforehand; more might exceed PostgreSQL's `work_mem`. */
const mostGathered = 200_000

export const plainWalk: Way = { by: 'order', steps: null, gathers: false }

/** The number of SIMs that match in the table without the sort key, if a scan would have to look them up there; 0 otherwise. */
export async function matchingInOther(db: Db, filter: SimFilter, { table }: SimSortKey): Promise<number> {
  const others = withoutPolls(withoutTexts(filter))
  if (table === 'sim_contacts') return carriedByContacts(others) ? 0 : estimateMatching(db, others)
  return pollsMatching(filter) ? estimateMatching(db, pollsOf(filter)) : 0
}

/**
 * Plans for reading the list, cheapest first: index scans until enough rows match, and finding all matches and sorting them. All matches
 * may be at the end of the index, so that a scan stops once that is likely, or once the next plan would have cost as much.
 */
export function waysOf(list: List): Way[] {
  const { total, inOther, rows } = list
  const expected = Math.min(total.of, (rows * total.of) / Math.max(1, total.items))
  const lookingUp = { gathers: false, before: 0, each: walkCost(list, inOther > 0) }
  const gathering = { gathers: true, before: inOther * cost.gathered, each: walkCost(list, false) }
  const ways: Way[] = []
  let next = total.items * foundCost(list)
  // Lookup comes before collecting or not at all: after collecting, lookups are not needed.
  for (const { gathers, before, each } of inOther > 0 && inOther <= mostGathered ? [gathering, lookingUp] : [lookingUp]) {
    const affordable = Math.max(leastSteps, Math.round((next - before) / each))
    if (expected > affordable) continue
    const isDear = total.of * each > 4 * next
    const steps = isDear ? Math.min(affordable, Math.max(leastSteps, Math.round(expected * patience))) : affordable
    // The limit itself costs time; it is left out if a scan of all SIMs takes at most twice the limit.
    ways.unshift({ by: 'order', steps: 2 * steps < total.of ? steps : null, gathers })
    next = before + expected * each
  }
  return [...ways, { by: 'filter', steps: null, gathers: false }]
}

function foundCost({ filter, sortKey }: List): number {
  if (hasText(filter)) return cost.foundByText
  return sortKey.table === 'sim_contacts' || pollsMatching(filter) ? cost.foundWithContact : cost.found
}

function walkCost({ filter, sortKey: { table, column } }: List, looksUp: boolean): number {
  const ofKey = keyTells(filter, column)
  const texts = hasText(ofKey ? { ...filter, [column]: undefined } : filter) ? cost.textsLookedUp : 0
  const carried = table === 'sim_contacts' || carriedMatching(withoutPolls(withoutTexts(filter))) ? 0 : cost.lookedUp
  const walked = table === 'sim_contacts' ? cost.walkedContact : cost.walked
  return walked + (ofKey ? cost.keyHeld : 0) + texts + carried + (looksUp ? cost.lookedUp : 0)
}
