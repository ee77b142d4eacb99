import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { SimFilter } from '@simdeck/contract/sims.ts'
import type { Db } from '../../platform/db/database.ts'
import { likePart } from '../../platform/db/like.ts'
import { carriedByContacts, carriedColumns, carriedMatching, unforeseen } from '../sql/sim-facets.ts'
import { connectionShown, type ShownSim } from '../sql/shown-sim.ts'
import { otaShown } from '../sql/sim-ota.ts'
import type { SimSortKey } from '../sql/sim-sort-keys.ts'
import {
  keyHolds,
  keyTells,
  namesLike,
  pollsMatching,
  simsMatching,
  textsMatching,
  withoutPolls,
  withoutTexts,
} from '../sql/sims-matching.ts'
import type { Position } from './cursor.ts'

export type ListedRow = ShownSim & { sort_value: string | null }

/** A section of the list: SIMs with a value of the sort key (`blank` false), without one (true), or all with the blanks last (null). */
export type Section = {
  filter: SimFilter
  sortKey: SimSortKey
  descending: boolean
  blank: boolean | null
  /** `order`: scans the index of the sort key and skips SIMs that do not match; `filter`: finds the SIMs that match, and sorts them. */
  by: 'order' | 'filter'
  /** Maximum of SIMs that a scan reads, because the position of the matches is unknown; null for no limit. */
  steps: number | null
  /** A scan collects the matches of the other table beforehand, instead of a lookup for each SIM. */
  prefetches: boolean
  /** Sorted by names: the only names that match; null if unknown. */
  named: string[] | null
  /** Skips everything up to this position. */
  after: Position | null
}

export async function selectSection(db: Db, section: Section, window: { take: number; skip: number }): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`
    with page as materialized (
      select id, key from (${section.by === 'order' ? scanOf(section) : matchesOf(section)}) source
      order by ${orderOf(section, sql`key`, sql`id`)} limit ${window.take} offset ${window.skip}
    )
    select sims.*, sim_contacts.*, groups.name as group_name, sim_keys.security_level, ${connectionShown} as connection, ${otaShown} as ota,
      page.key::text as sort_value
    from page join sims on sims.id = page.id join sim_contacts on sim_contacts.sim_id = page.id
      left join groups on groups.id = sims.group_id left join sim_keys on sim_keys.sim_id = page.id
    order by ${orderOf(section, sql`page.key`, sql`page.id`)}`.execute(db)
  return rows
}

/** True if a scan reaches its maximum before the end of the section. */
export async function isCutShort(db: Db, { steps, ...section }: Section): Promise<boolean> {
  if (steps === null) return false
  const scanned = stepsOf({ ...section, steps: steps + 1 })
  const { rows } = await sql<{ count: number }>`select count(*) as count from (${scanned}) scanned`.execute(db)
  return (rows[0]?.count ?? 0) > steps
}

/** The number of SIMs in the section, at most `limit`. */
export async function countSection(db: Db, section: Section, limit: number): Promise<number> {
  const source = section.by === 'order' && section.steps === null ? scanOf(section) : matchesOf(section)
  const { rows } = await sql<{ count: number }>`select count(*) as count from (${source} limit ${limit}) counted`.execute(db)
  return rows[0]?.count ?? 0
}

function orderOf({ sortKey, descending, blank }: Section, key: RawBuilder<unknown>, id: RawBuilder<unknown>): RawBuilder<unknown> {
  const direction = sql.raw(descending ? 'desc' : 'asc')
  if (sortKey.unique) return sql`${key} ${direction}`
  return sql`${key} ${direction} ${sql.raw(blank === null ? 'nulls last' : '')}, ${id} ${direction}`
}

const idOf = ({ table }: SimSortKey) => (table === 'sim_contacts' ? sql`sim_contacts.sim_id` : sql`sims.id`)
const allOf = (conditions: readonly RawBuilder<SqlBool>[]) => sql.join([sql<SqlBool>`true`, ...conditions], sql` and `)

/** The SIMs of the section that match, found through an index of the filter. */
function matchesOf(section: Section): RawBuilder<unknown> {
  const { filter, sortKey } = section
  const fromContacts = sortKey.table === 'sim_contacts'
  const polls = fromContacts ? pollsMatching(filter) : null
  const onSims = polls ? withoutPolls(filter) : filter
  const tables = fromContacts ? sql`sim_contacts join sims on sims.id = sim_contacts.sim_id` : sql`sims`
  const conditions = [...(polls ? [polls] : []), simsMatching(onSims), ...sectionConditions(section)]
  // "offset 0" keeps the planner from scanning the index of the sort key instead.
  return sql`select ${idOf(sortKey)} as id, ${sortKey.key} as key from ${tables} where ${allOf(conditions)} offset 0`
}

/**
 * The same SIMs in the order of the sort key, from the first `steps` entries of its index. Columns that the index lacks are looked up or
 * collected beforehand.
 */
function scanOf(section: Section): RawBuilder<unknown> {
  const { filter, sortKey } = section
  const id = idOf(sortKey)
  const ofKey = keyHolds(filter, sortKey.column, sql.ref(`${sortKey.table}.key`))
  const passes: RawBuilder<SqlBool>[] = ofKey ? [unforeseen(ofKey)] : []
  const texts = textsMatching(ofKey ? { ...filter, [sortKey.column]: undefined } : filter)
  if (texts) passes.push(sql`(select ${texts} from sim_texts where sim_texts.sim_id = ${id})`)
  const others = withoutPolls(withoutTexts(filter))
  if (sortKey.table === 'sim_contacts') passes.push(carriedByContacts(others) ?? inOther(section, sql`sims`, simsMatching(others)))
  else {
    const polls = pollsMatching(filter)
    if (polls) passes.push(inOther(section, sql`sim_contacts`, polls))
    passes.push(carriedMatching(others) ?? sql`${id} in (select sims.id from sims where ${simsMatching(others)})`)
  }
  return sql`select ${id} as id, key from (${stepsOf(section)}) ${sql.ref(sortKey.table)} where ${allOf(passes)}`
}

function inOther({ sortKey, prefetches }: Section, table: RawBuilder<unknown>, matching: RawBuilder<SqlBool>): RawBuilder<SqlBool> {
  const otherId = sortKey.table === 'sims' ? sql`sim_contacts.sim_id` : sql`sims.id`
  // `unforeseen` hides the selectivity from the planner, which would otherwise join all SIMs.
  if (prefetches) return unforeseen(sql`${idOf(sortKey)} in (select ${otherId} from ${table} where ${matching})`)
  return sql`(select ${matching} from ${table} where ${otherId} = ${idOf(sortKey)})`
}

/** The SIMs that a scan reads, from the first to the last possible match. */
function stepsOf(section: Section): RawBuilder<unknown> {
  const { filter, sortKey, steps } = section
  const fromContacts = sortKey.table === 'sim_contacts'
  const polls = fromContacts ? pollsMatching(filter) : null
  const asked = fromContacts ? [] : [simsMatching(ofSortKey(filter, sortKey)), ...ofSortedValues(section)]
  const conditions = [...sectionConditions(section), ...(polls ? [polls] : []), ...asked]
  const carried = sql.raw(fromContacts ? 'sim_contacts.sim_id, sim_contacts.facets' : carriedColumns)
  return sql`select ${carried}, ${sortKey.key} as key from ${sql.ref(sortKey.table)} where ${allOf(conditions)}
    ${steps === null ? sql`` : sql`order by ${orderOf(section, sortKey.key, idOf(sortKey))} limit ${steps}`}`
}

/** Conditions of the section: value or blank, and after a position. */
function sectionConditions({ sortKey, blank, after, descending }: Section): RawBuilder<SqlBool>[] {
  const { key, type, blanks, unique } = sortKey
  const id = idOf(sortKey)
  const conditions: RawBuilder<SqlBool>[] = []
  if (blanks && blank !== null) conditions.push(blank ? sql`${key} is null` : sql`${key} is not null`)
  if (!after) return conditions
  const beyond = sql.raw(descending ? '<' : '>')
  const isBeyond: RawBuilder<SqlBool> =
    blank || after.value === null
      ? sql`${id} ${beyond} ${after.id}::bigint`
      : unique
        ? sql`${key} ${beyond} ${after.value}::${sql.raw(type)}`
        : sql`(${key}, ${id}) ${beyond} (${after.value}::${sql.raw(type)}, ${after.id}::bigint)`
  return [...conditions, isBeyond]
}

/** The filter on the sort column, which limits the range of the scan. */
function ofSortKey(filter: SimFilter, { column }: SimSortKey): SimFilter {
  const { status, connection, status_poller, status_other_applet, modified_start, modified_end } = filter
  if (column === 'status') return { status }
  if (column === 'connection') return { connection }
  if (column === 'status_poller') return { status_poller }
  if (column === 'status_other_applet') return { status_other_applet }
  return column === 'updated_at' ? { modified_start, modified_end } : {}
}

/** The same for columns that are not compared directly: versions by their parts, and names, of which `named` match. */
function ofSortedValues({ filter, sortKey: { column, key }, blank, named }: Section): RawBuilder<SqlBool>[] {
  if (blank && keyTells(filter, column)) return [sql`false`]
  if (named) {
    const sorted = named.toSorted()
    return blank || sorted.length === 0 ? [sql`false`] : [sql`${key} >= ${sorted[0]}`, sql`${key} <= ${sorted.at(-1)}`]
  }
  const version =
    column === 'poller_version_parts' ? filter.poller_version : column === 'other_applet_version_parts' ? filter.applet_version : undefined
  if (version === undefined) return []
  return [blank ? sql`version_parts(${version}) is null` : sql`${key} = version_parts(${version})`]
}

/** Names of applets that contain a text; null if names of pollers do, too, because then applet names do not decide the match. */
export async function selectNamesLike(db: Db, text: string): Promise<string[] | null> {
  const { rows } = await sql<{ applets: string[]; pollers: string[] }>`
    select ${namesLike('other_applet_name', text)} as applets, ${namesLike('poller_name', text)} as pollers`.execute(db)
  const [found] = rows
  return found && found.pollers.length === 0 ? found.applets : null
}

/**
 * The planner's estimate of the number of matches. The text is matched directly, because the planner cannot estimate with names that a
 * subquery looks up.
 */
export async function estimateMatching(db: Db, { applet, ...others }: SimFilter): Promise<number> {
  const part = likePart(applet ?? '')
  const named = sql<SqlBool>`(sims.other_applet_name ilike ${part} or sims.poller_name ilike ${part})`
  const { rows } = await sql<{ 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }>`
    explain (format json) select 1 from sims where ${simsMatching(others)} and ${applet === undefined ? sql`true` : named}`.execute(db)
  return rows[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0
}

/** Number of texts in the sample. */
const sampled = 8_000

/** Estimated matches out of `all` SIMs of a filter with texts, from a fixed sample; 0 if there are few enough to be counted. */
export async function estimateByTexts(db: Db, filter: SimFilter, all: number): Promise<number> {
  if (all < 4 * sampled) return 0
  const others = withoutTexts(filter)
  const asksMore = Object.values(others).some((value) => value !== undefined)
  const passes = asksMore ? sql`exists (select from sims where sims.id = sim_texts.sim_id and ${simsMatching(others)})` : sql`true`
  const { rows } = await sql<{ matching: number; looked: number }>`
    select count(*) as looked, count(*) filter (where ${textsMatching(filter) ?? sql`true`} and ${passes}) as matching
    from sim_texts tablesample system (${(100 * sampled) / all}) repeatable (1)`.execute(db)
  const { matching = 0, looked = 0 } = rows[0] ?? {}
  return looked === 0 ? 0 : Math.round((matching / looked) * all)
}

/** The number of SIMs that match, at most `limit`. */
export async function countMatching(db: Db, filter: SimFilter, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select 1 from sims where ${simsMatching(filter)} limit ${limit}) counted`.execute(db)
  return rows[0]?.count ?? 0
}
