import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isNumber, wholeSpellingsOf, type Words } from '@simdeck/contract/sim-search.ts'
import { simFieldsWith, simFilterOf } from '@simdeck/contract/sim-fields.ts'
import { connections, numberFields, type Silence, type SimFilter } from '@simdeck/contract/sims.ts'
import { likePart } from '../../platform/db/like.ts'
import { frozenIds } from './frozen-lists.ts'

const choiceFields = simFieldsWith({ from: 'record', filter: 'choice' })
const wholeFields = simFieldsWith({ from: 'record', filter: 'whole' })
const versionFields = simFieldsWith({ from: 'record', filter: 'version' })
const periodFields = simFieldsWith({ from: 'record', filter: 'period' })

export const connectionOfFilter = { on: connections.online, off: connections.offline, ota: connections.ota } as const

/**
 * The condition of a filter on `sims`, written as its indexes need it. It reads other tables only in subqueries, so any query with `sims` in
 * it can use it.
 */
export function simsMatching(filter: SimFilter): RawBuilder<SqlBool> {
  const conditions = [sql<SqlBool>`true`]
  const add = (condition: RawBuilder<SqlBool>): number => conditions.push(condition)
  const texts = textsMatching(filter)
  if (texts) add(sql`sims.id in (select sim_texts.sim_id from sim_texts where ${texts})`)
  for (const field of soughtFields) {
    const sought = filter[field]
    if (sought && 'numbers' in sought) add(simsNumbered(sought.numbers, field === 'search' ? allNumbers : [field]))
  }
  if (filter.id) add(sql`sims.id = any(${filter.id}::bigint[])`)
  if (filter.selection !== undefined) add(sql`sims.id in (${frozenIds(filter.selection)})`)
  if (filter.connection) add(sql`sims.connection = any(${filter.connection.map((name) => connectionOfFilter[name])}::smallint[])`)
  if (filter.group)
    add(sql`(sims.group_id = any(${filter.group}::bigint[])${filter.group.includes(0) ? sql` or sims.group_id is null` : sql``})`)
  if (filter.applet !== undefined)
    add(sql`(sims.other_applet_name collate "C" = any(${namesLike('other_applet_name', filter.applet)})
      or sims.poller_name collate "C" = any(${namesLike('poller_name', filter.applet)}))`)
  for (const name of choiceFields) if (filter[name]) add(sql`${sql.ref(`sims.${name}`)} = any(${filter[name]})`)
  for (const name of wholeFields) if (filter[name] !== undefined) add(sql`${sql.ref(`sims.${name}`)} collate "C" = ${filter[name]}`)
  for (const name of versionFields) {
    const version = filter[simFilterOf(name)]
    if (version !== undefined) add(sql`${sql.ref(`sims.${name}`)} = ${version}`)
  }
  for (const name of periodFields) {
    const period = simFilterOf(name)
    const [start, end] = [filter[`${period}_start`], filter[`${period}_end`]]
    if (start !== undefined) add(sql`${sql.ref(`sims.${name}`)} >= ${start}`)
    if (end !== undefined) add(sql`${sql.ref(`sims.${name}`)} <= ${end}`)
  }
  const polls = pollsMatching(filter)
  if (polls) add(sql`sims.id in (select sim_contacts.sim_id from sim_contacts where ${polls})`)
  return sql.join(conditions, sql` and `)
}

/** The condition on `sim_contacts` for the filter's period of the last poll; null if the filter has none. */
export function pollsMatching(filter: SimFilter): RawBuilder<SqlBool> | null {
  const conditions: RawBuilder<SqlBool>[] = []
  if (filter.last_poll_start !== undefined) conditions.push(sql`sim_contacts.last_poll >= ${filter.last_poll_start}`)
  if (filter.last_poll_end !== undefined) conditions.push(sql`sim_contacts.last_poll <= ${filter.last_poll_end}`)
  if (filter.silent) conditions.push(sql`(${sql.join(filter.silent.map(silentFor), sql` or `)})`)
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : null
}

const intervals: Record<Exclude<Silence, 'never'>, string> = { '1h': '1 hour', '24h': '24 hours', '3d': '3 days', '7d': '7 days' }
const silentFor = (silence: Silence): RawBuilder<SqlBool> =>
  silence === 'never' ? sql`sim_contacts.last_poll is null` : sql`sim_contacts.last_poll < now() - ${intervals[silence]}::interval`

/** The few names in a column that contain the text. The query jumps from each name to the next one in the index. */
export const namesLike = (column: 'other_applet_name' | 'poller_name', text: string): RawBuilder<string[]> => {
  const name = sql.ref(column)
  return sql`array(
    with recursive names(name) as (
      select min(${name} collate "C") from sims where ${name} is not null
      union all select (select min(${name} collate "C") from sims where ${name} collate "C" > names.name) from names where names.name is not null
    ) select names.name from names where names.name ilike ${likePart(text)})`
}

/** The filter without its searches in texts. Whole numbers stay, since their own indexes find them. */
export function withoutTexts(filter: SimFilter): SimFilter {
  const { device_alias: _alias, ...others } = filter
  const words = soughtFields.filter((field) => wordsOf(filter, field))
  return { ...others, ...Object.fromEntries(words.map((field) => [field, undefined])) }
}

/** The filter without the period of the last poll. */
export function withoutPolls(filter: SimFilter): SimFilter {
  const { last_poll_start: _start, last_poll_end: _end, silent: _silent, ...others } = filter
  return others
}

/** The filter's period of the last poll alone. */
export const pollsOf = ({ last_poll_start, last_poll_end, silent }: SimFilter): SimFilter => ({ last_poll_start, last_poll_end, silent })

/** True if the filter searches for a part of the text in this sort column. */
export const keyTells = (filter: SimFilter, column: string): boolean =>
  column === 'device_alias' ? filter.device_alias !== undefined : numberFields.some((name) => name === column && wordsOf(filter, name))

/** The condition of that search on the sort key; null if there is none. */
export function keyHolds(filter: SimFilter, column: string, key: RawBuilder<unknown>): RawBuilder<SqlBool> | null {
  if (column === 'device_alias' && filter.device_alias !== undefined)
    return sql`strpos(lower(normalize((${key}) collate "default", NFKC)), lower(${filter.device_alias})) > 0`
  const field = numberFields.find((name) => name === column)
  const words = field && wordsOf(filter, field)
  if (!words) return null
  return each(words, (part) => (isNumber(part) ? sql`strpos(${key}, ${part}) > 0` : null))
}

/** True if the filter searches for parts of texts. */
export const hasText = (filter: SimFilter): boolean => textsMatching(filter) !== null

/** The condition on `sim_texts` for the filter's searches in texts; null if it has none. */
export function textsMatching(filter: SimFilter): RawBuilder<SqlBool> | null {
  const conditions: RawBuilder<SqlBool>[] = []
  const words = wordsOf(filter, 'search')
  if (words) conditions.push(textHolds(words))
  for (const field of numberFields) {
    const parts = wordsOf(filter, field)
    const holds = (part: string) =>
      sql<SqlBool>`(${holdsPart(part)} and strpos(split_part(sim_texts.grams, '|', ${partOfGrams[field]}), ${part}) > 0)`
    if (parts) conditions.push(each(parts, (part) => (isNumber(part) ? holds(part) : null)))
  }
  const alias = filter.device_alias
  if (alias !== undefined)
    conditions.push(sql`(${holdsWord(alias)} and strpos(split_part(sim_texts.words, chr(10), 2), lower(${alias})) > 0)`)
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : null
}

/** The condition that each word occurs in a row of `sim_texts`, in upper or lower case. */
export function textHolds(words: Words): RawBuilder<SqlBool> {
  return each(words, (text) =>
    isNumber(text) ? holdsPart(text) : sql<SqlBool>`(${holdsWord(text)} and strpos(sim_texts.words, lower(${text})) > 0)`,
  )
}

/** The SIMs that have one of these numbers in one of these fields, by the fields' own indexes. */
function simsNumbered(numbers: readonly string[], fields: readonly SoughtNumber[]): RawBuilder<SqlBool> {
  const spelled = [...new Set(numbers.flatMap(wholeSpellingsOf))]
  const having = fields.map(
    (field) =>
      sql`select sims.id from sims where ${sql.ref(`sims.${field}`)} ${sql.raw(field === 'iccid' ? '' : 'collate "C"')} = any(${spelled})`,
  )
  return sql`sims.id in (${sql.join(having, sql` union all `)})`
}

/** Index of each number in `sim_texts.grams`, from 1. */
const partOfGrams: Record<(typeof numberFields)[number], number> = { iccid: 1, imsi: 2, msisdn: 3, imei: 4 }
const soughtFields = ['search', ...numberFields] as const

function wordsOf(filter: SimFilter, field: (typeof soughtFields)[number]): Words | null {
  const sought = filter[field]
  return sought && 'words' in sought ? sought.words : null
}

/** The condition that each word is found in one of its spellings. `holds` returns null for a spelling that cannot occur. */
function each(words: Words, holds: (spelling: string) => RawBuilder<SqlBool> | null): RawBuilder<SqlBool> {
  const conditions = words.map((spellings) => {
    const held = spellings.map(holds).filter((condition) => condition !== null)
    return held.length > 0 ? sql<SqlBool>`(${sql.join(held, sql` or `)})` : sql<SqlBool>`false`
  })
  return sql`(${sql.join(conditions, sql` and `)})`
}

const allNumbers = [...numberFields, 'external_device_id'] as const
type SoughtNumber = (typeof allNumbers)[number]
/** The trigram index needs three ASCII letters or digits in a row. A text without them is searched by its bytes. */
const hasTrigram = (text: string): boolean => /[a-z0-9]{3}/i.test(text)
const holdsPart = (text: string) => sql<SqlBool>`sim_texts.grams like lower(${likePart(text)})`
const holdsWord = (text: string) =>
  hasTrigram(text) ? holdsPart(text) : sql<SqlBool>`sim_texts.grams like '%' || letters_of(lower(${text}::text)) || '%'`
