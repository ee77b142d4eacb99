import type { SimFilter } from '@simdeck/contract/sims.ts'
import type { Db } from '../../platform/db/database.ts'
import { hasText } from '../sql/sims-matching.ts'
import { countMatching, estimateByTexts, estimateMatching } from './queries.ts'

export type Total = { items: number; isEstimate: boolean; of: number }

/** Matches up to this number are counted exactly. */
export const exactUpTo = 10_000

/** The number of SIMs that match, and the number of all SIMs. */
export async function totalOf(db: Db, filter: SimFilter): Promise<Total> {
  const all = await estimateMatching(db, {})
  // The planner's estimate for parts of texts may be far off.
  const estimate = hasText(filter) ? await estimateByTexts(db, filter, all) : narrows(filter) ? await estimateMatching(db, filter) : all
  if (estimate > 2 * exactUpTo) return { items: estimate, isEstimate: true, of: all }
  const counted = await countMatching(db, filter, exactUpTo + 1)
  if (counted <= exactUpTo) return { items: counted, isEstimate: false, of: Math.max(all, counted) }
  return { items: Math.max(estimate, counted), isEstimate: true, of: Math.max(all, counted) }
}

/** True if the filter has a condition. */
export const narrows = (filter: SimFilter): boolean => Object.values(filter).some((value) => value !== undefined)
