import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { cmPlatforms, operators, type SimFilter, simStatuses, simTypes } from '@simdeck/contract/sims.ts'
import { otaStatuses } from '@simdeck/contract/ota-progress.ts'
import { likePart } from './like.ts'
import { connectionOfFilter } from './sims-matching.ts'

/** Where `sims.facets` keeps what, as migration 0004 packs it. */
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

/**
 * What a filter asks of the columns that the index of each sort key carries; null when it asks for something else too. The planner
 * is told nothing of how many SIMs pass, so that it walks the index of the sort key.
 */
export function carriedMatching(filter: SimFilter): RawBuilder<SqlBool> | null {
  const { type, operator, cm_platform, status, connection, status_poller, status_other_applet, group, applet, ...others } = filter
  const { applet_version, poller_version, modified_start, modified_end, ...rest } = others
  if (Object.values(rest).some((value) => value !== undefined)) return null
  const conditions: RawBuilder<SqlBool>[] = []
  const add = (condition: RawBuilder<SqlBool>): number => conditions.push(condition)
  const addFacet = (name: keyof typeof facet, values: readonly number[] | undefined): void => {
    if (!values) return
    const { shift, bits } = facet[name]
    const value = sql`((sims.facets >> ${sql.lit(shift)}) & ${sql.lit(2 ** bits - 1)})`
    add(values.length === 1 ? sql`${value} = ${values[0]}::bigint` : sql`${value} = any(${values}::bigint[])`)
  }
  const places = <Value>(list: readonly Value[], values: readonly Value[] | undefined, first: number) =>
    values?.map((value) => list.indexOf(value) + first)
  addFacet('type', places(simTypes, type, 0))
  addFacet('operator', places(operators, operator, 1))
  addFacet('cm_platform', places(cmPlatforms, cm_platform, 1))
  addFacet('status', places(simStatuses, status, 1))
  addFacet(
    'connection',
    connection?.map((name) => connectionOfFilter[name]),
  )
  addFacet('status_poller', places(otaStatuses, status_poller, 1))
  addFacet('status_other_applet', places(otaStatuses, status_other_applet, 1))
  addFacet('group', group)
  if (applet !== undefined) add(sql`(sims.other_applet_name ilike ${likePart(applet)} or sims.poller_name ilike ${likePart(applet)})`)
  if (applet_version !== undefined) add(sql`sims.other_applet_version = ${applet_version}`)
  if (poller_version !== undefined) add(sql`sims.poller_version = ${poller_version}`)
  if (modified_start !== undefined) add(sql`sims.updated_at >= ${modified_start}::timestamptz`)
  if (modified_end !== undefined) add(sql`sims.updated_at <= ${modified_end}::timestamptz`)
  return conditions.length > 0 ? sql`case when ${sql.join(conditions, sql` and `)} then true else false end` : sql`true`
}
