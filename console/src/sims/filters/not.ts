import type { SimFilterName } from './filter-checks.ts'

export type SimFilters = Partial<Record<SimFilterName, string>>
type Changes = { [Name in SimFilterName]?: string | null }

/** Names of the negated filters. */
export const negatedIn = ({ not }: SimFilters): SimFilterName[] => (not?.split(',') ?? []).filter((name) => name !== '') as SimFilterName[]

/** The filters, with `not` naming only those that are set. */
export function withoutIdleNot(filters: SimFilters): SimFilters {
  const { not, ...others } = filters
  if (not === undefined) return filters
  const names = negatedIn(filters).filter((name) => filters[name] !== undefined)
  return names.length > 0 ? { ...others, not: names.join(',') } : others
}

/**
 * Adds the change of `not` to changes of filters. A removed filter is removed from `not` too. `negated` names a filter that becomes
 * negated, or no longer is.
 */
export function withNot(filters: SimFilters, changes: Changes, negated?: { name: SimFilterName; is: boolean }): Changes {
  if ('not' in changes) return changes
  const kept = negatedIn(filters).filter((name) => changes[name] !== null && name !== negated?.name)
  const names = negated?.is && changes[negated.name] ? [...kept, negated.name] : kept
  return names.length > 0 || filters.not ? { ...changes, not: names.join(',') || null } : changes
}
