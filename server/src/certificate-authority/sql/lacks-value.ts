import { type RawBuilder, sql } from 'kysely'
import type { TemplatePlaceholder } from '@simdeck/contract/identity-templates.ts'
import { placeholderColumns } from '../../platform/db/placeholder-columns.ts'

/** True for a SIM `s` that lacks a value for one of the placeholders. */
export const lacksValue = (placeholders: readonly TemplatePlaceholder[]): RawBuilder<boolean> => {
  const missing = placeholders.map((name) => sql`${placeholderColumns[name]} is null`)
  return missing.length === 0 ? sql`false` : sql`(${sql.join(missing, sql` or `)})`
}
