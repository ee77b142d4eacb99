import { z } from 'zod'
import type { AlertProblem } from '@simdeck/contract/alerts.ts'
import { type SimFilter, simFilterShape } from '@simdeck/contract/sims.ts'

const filterShape = z.strictObject(simFilterShape)

/** The SIMs that a rule counts, or the reason why they cannot be counted. `groups`: the groups that the filters name. */
export type Watched = { filter: SimFilter; groups: readonly number[] } | { problem: AlertProblem }

/** Reads the filters of a list's address; `null` for a view that was deleted. The order of the list has no effect. */
export function watchedOf(search: Readonly<Record<string, string>> | null): Watched {
  if (search === null) return { problem: 'viewDeleted' }
  const { sort: _sort, selection, ...filters } = search
  if (selection !== undefined) return { problem: 'listNotKept' }
  const { data } = filterShape.safeParse(filters)
  if (!data) return { problem: 'filterInvalid' }
  return { filter: data, groups: (data.group ?? []).filter((id) => id !== 0) }
}
