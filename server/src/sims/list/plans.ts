import type { SimFilter } from '@simdeck/contract/sims.ts'
import type { Db } from '../../platform/db/database.ts'
import { carriedByContacts, carriedMatching } from '../sql/sim-facets.ts'
import type { SimSortKey } from '../sql/sim-sort-keys.ts'
import { hasText, keyTells, pollsMatching, pollsOf, withoutPolls, withoutTexts } from '../sql/sims-matching.ts'
import { estimateMatching, type Section } from './queries.ts'
import type { Total } from './total.ts'

/** A plan for reading a section of the list. */
export type Plan = Pick<Section, 'by' | 'steps' | 'prefetches'>

/** The first `rows` SIMs that pass a filter; `inOther` of the SIMs match in the table that does not hold the sort key. */
type List = { filter: SimFilter; sortKey: SimSortKey; total: Total; inOther: number; rows: number }

/** Microseconds per row, measured with a million SIMs. */
const cost = {
  scanned: 0.3,
  scannedContact: 0.4,
  keyHeld: 0.4,
  lookedUp: 3.5,
  textsLookedUp: 6,
  prefetched: 0.7,
  found: 1.8,
  foundWithContact: 3.5,
  foundByText: 6,
}

/** Scans of fewer SIMs than this cost nothing. */
const minSteps = 1_000

/** Give up an expensive index scan that read this many times more rows than expected. */
const maxOverrun = 10

/** Maximum of SIMs that are collected beforehand; more might exceed PostgreSQL's `work_mem`. */
const maxPrefetched = 200_000

export const plainIndexScan: Plan = { by: 'order', steps: null, prefetches: false }

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
export function plansFor(list: List): Plan[] {
  const { total, inOther, rows } = list
  const expected = Math.min(total.of, (rows * total.of) / Math.max(1, total.items))
  const lookingUp = { prefetches: false, before: 0, each: scanCost(list, inOther > 0) }
  const prefetching = { prefetches: true, before: inOther * cost.prefetched, each: scanCost(list, false) }
  const plans: Plan[] = []
  let next = total.items * foundCost(list)
  // The plan with lookups runs before the plan that prefetches, since prefetched SIMs need no lookups.
  for (const { prefetches, before, each } of inOther > 0 && inOther <= maxPrefetched ? [prefetching, lookingUp] : [lookingUp]) {
    const affordable = Math.max(minSteps, Math.round((next - before) / each))
    if (expected > affordable) continue
    const isExpensive = total.of * each > 4 * next
    const steps = isExpensive ? Math.min(affordable, Math.max(minSteps, Math.round(expected * maxOverrun))) : affordable
    // The limit itself costs time; it is left out if a scan of all SIMs takes at most twice the limit.
    plans.unshift({ by: 'order', steps: 2 * steps < total.of ? steps : null, prefetches })
    next = before + expected * each
  }
  return [...plans, { by: 'filter', steps: null, prefetches: false }]
}

function foundCost({ filter, sortKey }: List): number {
  if (hasText(filter)) return cost.foundByText
  return sortKey.table === 'sim_contacts' || pollsMatching(filter) ? cost.foundWithContact : cost.found
}

function scanCost({ filter, sortKey: { table, column } }: List, looksUp: boolean): number {
  const ofKey = keyTells(filter, column)
  const texts = hasText(ofKey ? { ...filter, [column]: undefined } : filter) ? cost.textsLookedUp : 0
  const carried = table === 'sim_contacts' || carriedMatching(withoutPolls(withoutTexts(filter))) ? 0 : cost.lookedUp
  const scanned = table === 'sim_contacts' ? cost.scannedContact : cost.scanned
  return scanned + (ofKey ? cost.keyHeld : 0) + texts + carried + (looksUp ? cost.lookedUp : 0)
}
