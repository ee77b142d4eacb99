import { numberedPages } from '@simdeck/contract/list.ts'
import type { Page } from '@simdeck/contract/list.ts'
import type { PageAt, PagerTargets } from '../../ui/table/Pager.tsx'

/** Targets of the pager buttons on a page of a list. A page without a number is addressed by a cursor from the rows. */
export function pagerTargets({ page, cursor }: PageAt, rows: Page<unknown>): PagerTargets {
  const { totalPages, nextCursor, previousCursor, totalIsEstimate = false } = rows
  const first = page > 1 || cursor ? { page: 1 } : null
  const onward = (): PageAt | null => {
    if (!cursor && page < numberedPages) return page < totalPages || (totalIsEstimate && nextCursor) ? { page: page + 1 } : null
    return nextCursor ? { page: page + 1, cursor: nextCursor } : null
  }
  const back = (): PageAt | null => {
    if (page <= numberedPages + 1 && cursor !== 'last') return page > 1 ? { page: page - 1 } : null
    return previousCursor ? { page: Math.max(1, page - 1), cursor: previousCursor } : null
  }
  const next = onward()
  const last = (): PageAt | null => {
    if (!next) return null
    return !totalIsEstimate && totalPages <= numberedPages ? { page: totalPages } : { page: totalPages, cursor: 'last' }
  }
  return { first, previous: back(), next, last: last() }
}
