import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { SimFilter } from '@simdeck/contract/sims.ts'
import type { Db } from '../../db/database.ts'
import { likePart } from '../../db/like.ts'
import { carriedByContacts, carriedMatching } from '../../db/sim-facets.ts'
import { connectionShown, type ShownSim } from '../../db/shown-sim.ts'
import type { SimSortKey } from '../../db/sim-sort-keys.ts'
import { namesLike, pollsMatching, simsMatching, textsMatching, withoutTexts } from '../../db/sims-matching.ts'
import type { Place } from './cursor.ts'

export type ListedRow = ShownSim & { sort_value: string | null }

/** A stretch of the list: the SIMs with a value of the sort key, or those where it is blank. */
export type Stretch = {
  filter: SimFilter
  sortKey: SimSortKey
  descending: boolean
  blank: boolean
  /** `order`: walks the index of the sort key, leaving out who does not match; `filter`: finds who matches, and sorts them. */
  by: 'order' | 'filter'
  /** Sorted by names: the only ones that match; null where that is not known. */
  named: string[] | null
  /** Leaves out all up to this place. */
  after: Place | null
}

export async function selectStretch(db: Db, stretch: Stretch, window: { take: number; skip: number }): Promise<ListedRow[]> {
  const order = orderOf(stretch)
  const { rows } = await sql<ListedRow>`
    with page as materialized (
      select id, key from (${sourceOf(stretch)}) source
      order by key ${order}, id ${order} limit ${window.take} offset ${window.skip}
    )
    select sims.*, sim_contacts.*, groups.name as group_name, ${connectionShown} as connection, page.key::text as sort_value
    from page join sims on sims.id = page.id join sim_contacts on sim_contacts.sim_id = page.id
      left join groups on groups.id = sims.group_id
    order by page.key ${order}, page.id ${order}`.execute(db)
  return rows
}

/** How many SIMs the stretch has, counted up to `limit`. */
export async function countStretch(db: Db, stretch: Stretch, limit: number): Promise<number> {
  const order = orderOf(stretch)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select id from (${sourceOf(stretch)}) source order by key ${order}, id ${order} limit ${limit}) counted`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

const orderOf = ({ descending }: Stretch) => sql.raw(descending ? 'desc' : 'asc')

function sourceOf(stretch: Stretch): RawBuilder<unknown> {
  const { filter, sortKey, blank, after, descending } = stretch
  const { key, table } = sortKey
  const byOrder = stretch.by === 'order'
  const fromContacts = table === 'sim_contacts'
  const id = fromContacts ? sql`sim_contacts.sim_id` : sql`sims.id`
  const conditions: RawBuilder<SqlBool>[] = []
  const polls = fromContacts ? pollsMatching(filter) : null
  if (polls) conditions.push(polls)
  // Walking, texts are looked at row by row.
  const texts = byOrder ? textsMatching(filter) : null
  if (texts) conditions.push(sql`(select ${texts} from sim_texts where sim_texts.sim_id = ${id})`)
  const seen = texts ? withoutTexts(filter) : filter
  const onSims = polls ? { ...seen, last_poll_start: undefined, last_poll_end: undefined } : seen
  const beside = fromContacts && byOrder ? carriedByContacts(onSims) : null
  if (beside) conditions.push(beside)
  else conditions.push((byOrder && carriedMatching(onSims)) || simsMatching(onSims))
  if (byOrder && !fromContacts) conditions.push(simsMatching(ofSortKey(filter, sortKey)), ...ofSortedValues(stretch))
  if (sortKey.blanks) conditions.push(blank ? sql`${key} is null` : sql`${key} is not null`)
  if (after) {
    const beyond = sql.raw(descending ? '<' : '>')
    conditions.push(
      blank || after.value === null
        ? sql`${id} ${beyond} ${after.id}::bigint`
        : sql`(${key}, ${id}) ${beyond} (${after.value}::${sql.raw(sortKey.type)}, ${after.id}::bigint)`,
    )
  }
  const tables = !fromContacts ? sql`sims` : beside ? sql`sim_contacts` : sql`sim_contacts join sims on sims.id = sim_contacts.sim_id`
  // "offset 0" keeps the planner from walking the order all the same.
  return sql`select ${id} as id, ${key} as key from ${tables} where ${sql.join([sql`true`, ...conditions], sql` and `)} ${byOrder ? sql`` : sql`offset 0`}`
}

/** What the filter asks of the column that is sorted by: there the walk begins and ends. */
function ofSortKey(filter: SimFilter, { column }: SimSortKey): SimFilter {
  const { status, connection, status_poller, status_other_applet, modified_start, modified_end } = filter
  if (column === 'status') return { status }
  if (column === 'connection') return { connection }
  if (column === 'status_poller') return { status_poller }
  if (column === 'status_other_applet') return { status_other_applet }
  return column === 'updated_at' ? { modified_start, modified_end } : {}
}

/** The same where not the column itself is asked for: versions by their parts, and names, of which some are `named`. */
function ofSortedValues({ filter, sortKey: { column, key }, blank, named }: Stretch): RawBuilder<SqlBool>[] {
  if (named) return [blank ? sql`false` : sql`${key} = any(${named})`]
  const version =
    column === 'poller_version_parts' ? filter.poller_version : column === 'other_applet_version_parts' ? filter.applet_version : undefined
  if (version === undefined) return []
  return [blank ? sql`version_parts(${version}) is null` : sql`${key} = version_parts(${version})`]
}

/** The names of applets that hold a text; null when pollers do, too: then names do not tell who matches. */
export async function selectNamesLike(db: Db, text: string): Promise<string[] | null> {
  const { rows } = await sql<{ applets: string[]; pollers: string[] }>`
    select ${namesLike('other_applet_name', text)} as applets, ${namesLike('poller_name', text)} as pollers`.execute(db)
  const [found] = rows
  return found && found.pollers.length === 0 ? found.applets : null
}

/** How many SIMs match, as the planner thinks: of names that are looked up it would know nothing, so it is asked of the part itself. */
export async function estimateMatching(db: Db, { applet, ...others }: SimFilter): Promise<number> {
  const part = likePart(applet ?? '')
  const named = sql<SqlBool>`(sims.other_applet_name ilike ${part} or sims.poller_name ilike ${part})`
  const { rows } = await sql<{ 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }>`
    explain (format json) select 1 from sims where ${simsMatching(others)} and ${applet === undefined ? sql`true` : named}`.execute(db)
  return rows[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0
}

/** So many texts are looked at. */
const sampled = 8_000

/** How many of `all` SIMs match a filter with texts, by a sample that is the same each time; 0 when that could be counted as well. */
export async function estimateByTexts(db: Db, filter: SimFilter, all: number): Promise<number> {
  if (all < 4 * sampled) return 0
  const others = withoutTexts(filter)
  const { rows } = await sql<{ matching: number; looked: number }>`
    select count(*) as looked, count(*) filter (where ${textsMatching(filter) ?? sql`true`}
      and exists (select from sims where sims.id = sim_texts.sim_id and ${simsMatching(others)})) as matching
    from sim_texts tablesample system (${(100 * sampled) / all}) repeatable (1)`.execute(db)
  const { matching = 0, looked = 0 } = rows[0] ?? {}
  return looked === 0 ? 0 : Math.round((matching / looked) * all)
}

/** How many SIMs match, counted up to `limit`. */
export async function countMatching(db: Db, filter: SimFilter, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select 1 from sims where ${simsMatching(filter)} limit ${limit}) counted`.execute(db)
  return rows[0]?.count ?? 0
}
