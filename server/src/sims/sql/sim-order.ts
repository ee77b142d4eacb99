import { type RawBuilder, sql } from 'kysely'
import { type SimField, type SimFieldName, simFields } from '@simdeck/contract/sim-fields.ts'
import { simValue } from './sim-values.ts'

/** The sort key of a field: versions by their numbers, other texts by their code points. */
function keyOf(name: SimFieldName): RawBuilder<unknown> {
  const { type, filter }: SimField = simFields[name]
  const value = simValue(name)
  if (filter === 'version') return sql`version_parts(${value})`
  return type === 'text' || type === 'choice' || type === 'group' || type === 'tags' ? sql`${value} collate "C"` : value
}

/**
 * The complete ORDER BY of a list of SIMs, in a statement with `simTables`. Blanks come last in both directions; equal values follow the
 * order by id. `sort`: null for the order by id.
 */
export function simOrder(sort: { field: string; order: 'ASC' | 'DESC' } | null): RawBuilder<unknown> {
  if (!sort) return sql`sims.id`
  const direction = sql.raw(sort.order)
  return sql`${keyOf(sort.field as SimFieldName)} ${direction} nulls last, sims.id ${direction}`
}
