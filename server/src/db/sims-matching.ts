import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { connections, type SimFilter } from '@simdeck/contract/sims.ts'
import { likePart } from './like.ts'

export const connectionOfFilter = { on: connections.online, off: connections.offline, ota: connections.ota } as const

/**
 * The condition on `sims` that a filter stands for, in the words that its indexes know. It reads other tables by subqueries only:
 * any query with `sims` in it can use it.
 */
export function simsMatching(filter: SimFilter): RawBuilder<SqlBool> {
  const conditions = [sql<SqlBool>`true`]
  const add = (condition: RawBuilder<SqlBool>): number => conditions.push(condition)
  const texts = textsMatching(filter)
  if (texts) add(sql`sims.id in (select sim_texts.sim_id from sim_texts where ${texts})`)
  if (filter.id !== undefined) add(sql`sims.id = ${filter.id}`)
  if (filter.type) add(sql`sims.type = any(${filter.type})`)
  if (filter.external_device_id !== undefined) add(sql`sims.external_device_id collate "C" = ${filter.external_device_id}`)
  if (filter.operator) add(sql`sims.operator = any(${filter.operator})`)
  if (filter.cm_platform) add(sql`sims.cm_platform = any(${filter.cm_platform})`)
  if (filter.status) add(sql`sims.status = any(${filter.status})`)
  if (filter.connection) add(sql`sims.connection = any(${filter.connection.map((name) => connectionOfFilter[name])}::smallint[])`)
  if (filter.group)
    add(sql`(sims.group_id = any(${filter.group}::bigint[])${filter.group.includes(0) ? sql` or sims.group_id is null` : sql``})`)
  if (filter.applet !== undefined)
    add(sql`(sims.other_applet_name collate "C" = any(${namesLike('other_applet_name', filter.applet)})
      or sims.poller_name collate "C" = any(${namesLike('poller_name', filter.applet)}))`)
  if (filter.applet_version !== undefined) add(sql`sims.other_applet_version = ${filter.applet_version}`)
  if (filter.poller_version !== undefined) add(sql`sims.poller_version = ${filter.poller_version}`)
  if (filter.status_poller) add(sql`sims.status_poller = any(${filter.status_poller})`)
  if (filter.status_other_applet) add(sql`sims.status_other_applet = any(${filter.status_other_applet})`)
  if (filter.modified_start !== undefined) add(sql`sims.updated_at >= ${filter.modified_start}`)
  if (filter.modified_end !== undefined) add(sql`sims.updated_at <= ${filter.modified_end}`)
  const polls = pollsMatching(filter)
  if (polls) add(sql`sims.id in (select sim_contacts.sim_id from sim_contacts where ${polls})`)
  return sql.join(conditions, sql` and `)
}

/** The condition on `sim_contacts` that the filter's period of the last poll stands for; null without one. */
export function pollsMatching(filter: SimFilter): RawBuilder<SqlBool> | null {
  const conditions: RawBuilder<SqlBool>[] = []
  if (filter.last_poll_start !== undefined) conditions.push(sql`sim_contacts.last_poll >= ${filter.last_poll_start}`)
  if (filter.last_poll_end !== undefined) conditions.push(sql`sim_contacts.last_poll <= ${filter.last_poll_end}`)
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : null
}

/** The few names of a column that hold the text, found by going from one to the next in its index. */
export const namesLike = (column: 'other_applet_name' | 'poller_name', text: string): RawBuilder<string[]> => {
  const name = sql.ref(column)
  return sql`array(
    with recursive names(name) as (
      select min(${name} collate "C") from sims where ${name} is not null
      union all select (select min(${name} collate "C") from sims where ${name} collate "C" > names.name) from names where names.name is not null
    ) select names.name from names where names.name ilike ${likePart(text)})`
}

/** The filter without what is looked for in texts. */
export function withoutTexts(filter: SimFilter): SimFilter {
  const { search: _search, device_alias: _alias, iccid: _iccid, imsi: _imsi, msisdn: _msisdn, imei: _imei, ...others } = filter
  return others
}

/** The filter without the period of the last poll. */
export function withoutPolls(filter: SimFilter): SimFilter {
  const { last_poll_start: _start, last_poll_end: _end, ...others } = filter
  return others
}

/** Whether a filter asks for a part of the text that is sorted by. */
export const keyTells = (filter: SimFilter, column: string): boolean =>
  (['device_alias', ...numberFields] as const).some((name) => name === column && filter[name] !== undefined)

/** What it asks of it, told by the key alone. */
export function keyHolds(filter: SimFilter, column: string, key: RawBuilder<unknown>): RawBuilder<SqlBool> | null {
  if (column === 'device_alias' && filter.device_alias !== undefined)
    return sql`strpos(lower((${key}) collate "default"), lower(${filter.device_alias})) > 0`
  const field = numberFields.find((name) => name === column)
  const part = field && filter[field]
  if (part === undefined) return null
  return isNumber(part) ? sql`strpos(${key}, ${part}) > 0` : sql`false`
}

/** Whether a filter asks for parts of texts. */
export const hasText = (filter: SimFilter): boolean => textsMatching(filter) !== null

/** The condition on `sim_texts` that a filter's texts stand for; null when it has none. */
export function textsMatching(filter: SimFilter): RawBuilder<SqlBool> | null {
  const conditions: RawBuilder<SqlBool>[] = []
  if (filter.search !== undefined) conditions.push(textHolds(filter.search))
  for (const [index, field] of numberFields.entries()) {
    const part = filter[field]
    if (part === undefined) continue
    conditions.push(
      isNumber(part) ? sql`(${holdsPart(part)} and strpos(split_part(sim_texts.grams, '|', ${index + 1}), ${part}) > 0)` : sql`false`,
    )
  }
  const alias = filter.device_alias
  if (alias !== undefined)
    conditions.push(sql`(${holdsWord(alias)} and strpos(split_part(sim_texts.words, chr(10), 2), lower(${alias})) > 0)`)
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : null
}

/** The condition on `sim_texts` that one of its texts holds this one, whatever its case. */
export function textHolds(text: string): RawBuilder<SqlBool> {
  return isNumber(text) ? holdsPart(text) : sql<SqlBool>`(${holdsWord(text)} and strpos(sim_texts.words, lower(${text})) > 0)`
}

/** In the order in which they stand in `sim_texts.grams`. */
const numberFields = ['iccid', 'imsi', 'msisdn', 'imei'] as const
const isNumber = (text: string): boolean => /^\+?[0-9]*$/.test(text)
/** Trigrams know three letters or digits of ASCII in a row; what has none is looked for by its bytes. */
const hasTrigram = (text: string): boolean => /[a-z0-9]{3}/i.test(text)
const holdsPart = (text: string) => sql<SqlBool>`sim_texts.grams like lower(${likePart(text)})`
const holdsWord = (text: string) =>
  hasTrigram(text) ? holdsPart(text) : sql<SqlBool>`sim_texts.grams like '%' || letters_of(lower(${text}::text)) || '%'`
