import type { SimFilter } from '@simdeck/contract/sims.ts'
import type { Db } from '../../platform/db/database.ts'
import { hasText } from '../../platform/db/sims-matching.ts'
import { countMatching, estimateByTexts, estimateMatching } from './queries.ts'

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
