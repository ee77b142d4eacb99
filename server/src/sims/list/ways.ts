import type { SimFilter } from '@simdeck/contract/sims.ts'
import type { Db } from '../../platform/db/database.ts'
import { carriedByContacts, carriedMatching } from '../../platform/db/sim-facets.ts'
import type { SimSortKey } from '../../platform/db/sim-sort-keys.ts'
import { hasText, keyTells, pollsMatching, pollsOf, withoutPolls, withoutTexts } from '../../platform/db/sims-matching.ts'
import { estimateMatching, type Stretch } from './queries.ts'
import type { Total } from './total.ts'

/** How a stretch of the list is read. */
export type Way = Pick<Stretch, 'by' | 'steps' | 'gathers'>

/** Rows up to so many of the SIMs that pass a filter, `inOther` of which match in the table that is not sorted by. */
type List = { filter: SimFilter; sortKey: SimSortKey; total: Total; inOther: number; rows: number }

/** Microseconds a row, measured with a million SIMs. */
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

/** A dear walk that has looked at so many times the SIMs that should have been enough goes where those that match are not. */
const patience = 10

/** So many SIMs are gathered at most: beyond, PostgreSQL's `work_mem` might not hold them. */
const mostGathered = 200_000

export const plainWalk: Way = { by: 'order', steps: null, gathers: false }

/** How many SIMs match in the table that is not sorted by, if a walk would have to look them up there; 0 otherwise. */
export async function matchingInOther(db: Db, filter: SimFilter, { table }: SimSortKey): Promise<number> {
  const others = withoutPolls(withoutTexts(filter))
  if (table === 'sim_contacts') return carriedByContacts(others) ? 0 : estimateMatching(db, others)
  return pollsMatching(filter) ? estimateMatching(db, pollsOf(filter)) : 0
}

/**
 * Ways to read the list, the cheapest first: walks of the order until so many rows match, and finding all that match and sorting them.
 * Those that match may all stand at the end: a walk goes on only until that is likely, or the next way would have been as dear.
 */
export function waysOf(list: List): Way[] {
  const { total, inOther, rows } = list
  const expected = Math.min(total.of, (rows * total.of) / Math.max(1, total.items))
  const lookingUp = { gathers: false, before: 0, each: walkCost(list, inOther > 0) }
  const gathering = { gathers: true, before: inOther * cost.gathered, each: walkCost(list, false) }
  const ways: Way[] = []
  let next = total.items * foundCost(list)
  // Looking up comes before gathering or not at all: who has gathered has no need to.
  for (const { gathers, before, each } of inOther > 0 && inOther <= mostGathered ? [gathering, lookingUp] : [lookingUp]) {
    const affordable = Math.max(leastSteps, Math.round((next - before) / each))
    if (expected > affordable) continue
    const isDear = total.of * each > 4 * next
    const steps = isDear ? Math.min(affordable, Math.max(leastSteps, Math.round(expected * patience))) : affordable
    // Counting steps has its price, too: not where a walk of all SIMs would take at most twice as long as the next way.
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
