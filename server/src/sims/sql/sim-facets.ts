import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { cmPlatforms, operators, simStatuses, simTypes } from '@simdeck/contract/sim-values.ts'
import type { SimFilter } from '@simdeck/contract/sims.ts'
import { otaStatuses } from '@simdeck/contract/ota-progress.ts'
import { likePart } from '../../platform/db/like.ts'
import { connectionOfFilter } from './sims-matching.ts'

/** The bits of each value in the column `facets`, as migration 0004 packs them. */
const facet = {
  type: { shift: 0, bits: 1 },
  operator: { shift: 1, bits: 2 },
  cm_platform: { shift: 3, bits: 2 },
  status: { shift: 5, bits: 4 },
  connection: { shift: 9, bits: 2 },
  status_poller: { shift: 11, bits: 3 },
  status_other_applet: { shift: 14, bits: 3 },
  group: { shift: 17, bits: 32 },
} as const

type Facets = Pick<SimFilter, keyof typeof facet>

/** Splits the filter into the conditions on the facets and the other ones. */
function parted(filter: SimFilter): { facets: Facets; rest: Omit<SimFilter, keyof Facets> } {
  const { type, operator, cm_platform, status, connection, status_poller, status_other_applet, group, ...rest } = filter
  return { facets: { type, operator, cm_platform, status, connection, status_poller, status_other_applet, group }, rest }
}

function facetsMatching(column: RawBuilder<unknown>, filter: Facets): RawBuilder<SqlBool>[] {
  const conditions: RawBuilder<SqlBool>[] = []
  const add = (name: keyof typeof facet, values: readonly number[] | undefined): void => {
    if (!values) return
    const { shift, bits } = facet[name]
    const value = sql`((${column} >> ${sql.lit(shift)}) & ${sql.lit(2 ** bits - 1)})`
    conditions.push(values.length === 1 ? sql`${value} = ${values[0]}::bigint` : sql`${value} = any(${values}::bigint[])`)
  }
  const places = <Value>(list: readonly Value[], values: readonly Value[] | undefined, first: number) =>
    values?.map((value) => list.indexOf(value) + first)
  add('type', places(simTypes, filter.type, 0))
  add('operator', places(operators, filter.operator, 1))
  add('cm_platform', places(cmPlatforms, filter.cm_platform, 1))
  add('status', places(simStatuses, filter.status, 1))
  add(
    'connection',
    filter.connection?.map((name) => connectionOfFilter[name]),
  )
  add('status_poller', places(otaStatuses, filter.status_poller, 1))
  add('status_other_applet', places(otaStatuses, filter.status_other_applet, 1))
  add('group', filter.group)
  return conditions
}

/** Hides the selectivity of the conditions from the planner, so that it scans the index of the sort key. */
export const unforeseen = (...conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  conditions.length > 0 ? sql`case when ${sql.join(conditions, sql` and `)} then true else false end` : sql`true`

const asksNothing = (filter: object): boolean => Object.values(filter).every((value) => value === undefined)

/** The columns that the index of every sort key of `sims` includes. */
export const carriedColumns = `sims.id, sims.facets, sims.updated_at, sims.poller_version, sims.other_applet_version, sims.poller_name,
  sims.other_applet_name`

/** The condition of a filter on `carriedColumns`; null if the filter needs other columns too. */
export function carriedMatching(filter: SimFilter): RawBuilder<SqlBool> | null {
  const { facets, rest } = parted(filter)
  const { applet, applet_version, poller_version, modified_start, modified_end, ...others } = rest
  if (!asksNothing(others)) return null
  const conditions = facetsMatching(sql`sims.facets`, facets)
  const add = (condition: RawBuilder<SqlBool>): number => conditions.push(condition)
  if (applet !== undefined) add(sql`(sims.other_applet_name ilike ${likePart(applet)} or sims.poller_name ilike ${likePart(applet)})`)
  if (applet_version !== undefined) add(sql`sims.other_applet_version = ${applet_version}`)
  if (poller_version !== undefined) add(sql`sims.poller_version = ${poller_version}`)
  if (modified_start !== undefined) add(sql`sims.updated_at >= ${modified_start}::timestamptz`)
  if (modified_end !== undefined) add(sql`sims.updated_at <= ${modified_end}::timestamptz`)
  return unforeseen(...conditions)
}

/** The condition of a filter on the facets in `sim_contacts`; null if the filter needs other columns too. */
export function carriedByContacts(filter: SimFilter): RawBuilder<SqlBool> | null {
  const { facets, rest } = parted(filter)
  return asksNothing(rest) ? unforeseen(...facetsMatching(sql`sim_contacts.facets`, facets)) : null
}
