import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { unknownArea } from '@simdeck/contract/map-area.ts'
import { simFieldsWith, simFilterOf } from '@simdeck/contract/sim-fields.ts'
import { isNumber, type Sought, wholeSpellingsOf, type Words } from '@simdeck/contract/sim-search.ts'
import { assumedPollSeconds, shortestPollSeconds, silenceOf } from '@simdeck/contract/silence.ts'
import { connectionOfFilter, numberFields, type ReversibleFilter, type SimFilter } from '@simdeck/contract/sims.ts'
import { noTags } from '@simdeck/contract/tag-keys.ts'
import { frozenIds } from './frozen-lists.ts'
import { simValue } from './sim-values.ts'

type Condition = RawBuilder<SqlBool>

/**
 * The condition of a filter on `sims`. It reads other tables only in subqueries, so any statement with `sims` in it can use it. The index
 * of the SIM list finds the same SIMs (`fleet-index/`).
 */
export function simsMatching(filter: SimFilter): Condition {
  const conditions = conditionsOf(filter).map(([name, condition]) =>
    filter.not?.includes(name as ReversibleFilter) ? sql<SqlBool>`(${condition}) is not true` : condition,
  )
  return sql.join([sql<SqlBool>`true`, ...conditions], sql` and `)
}

/** The condition of each given filter, by its name. */
function conditionsOf(filter: SimFilter): [name: string, condition: Condition][] {
  const found: [string, Condition][] = []
  function add<Name extends keyof SimFilter>(name: Name, conditionOf: (value: NonNullable<SimFilter[Name]>) => Condition): void {
    const value = filter[name]
    if (value !== undefined && value !== null) found.push([name, conditionOf(value)])
  }
  add('search', (sought) => matching(sought, numberFields, ['external_device_id', 'device_alias']))
  for (const name of numberFields) add(name, (sought) => matching(sought, [name], []))
  add('device_alias', (text) => holds('device_alias', text))
  add('id', (ids) => sql`sims.id = any(${ids}::bigint[])`)
  add('selection', (id) => sql`sims.id in (${frozenIds(id)})`)
  add('connection', (names) => sql`sims.connection = any(${names.map((name) => connectionOfFilter[name])}::smallint[])`)
  add('group', (ids) => sql`coalesce(sims.group_id, 0) = any(${ids}::bigint[])`)
  // The index on tags has no SIMs without tags.
  add('tags', (keys) =>
    anyOf([sql`(sims.tags && ${keys}::text[] and sims.tags <> '{}')`, ...(keys.includes(noTags) ? [sql<SqlBool>`sims.tags = '{}'`] : [])]),
  )
  add('applet', (parts) => anyOf([isNamed('other_applet_name', parts), isNamed('poller_name', parts)]))
  for (const name of [...simFieldsWith({ from: 'record', filter: 'choice' }), ...simFieldsWith({ from: 'record', filter: 'whole' })])
    add(name, (values) => isOneOf(name, values))
  for (const name of simFieldsWith({ from: 'record', filter: 'version' })) add(simFilterOf(name), (values) => isOneOf(name, values))
  for (const name of simFieldsWith({ from: 'record', filter: 'period' })) {
    add(`${simFilterOf(name)}_start`, (start) => sql`${sql.ref(`sims.${name}`)} >= ${start}`)
    add(`${simFilterOf(name)}_end`, (end) => sql`${sql.ref(`sims.${name}`)} <= ${end}`)
  }
  for (const name of simFieldsWith({ filter: 'flag' }))
    add(simFilterOf(name), (values) => sql`(${simValue(name)}) = any(${[...values]}::boolean[])`)
  add('last_poll_start', (start) => contact(sql`last_poll >= ${start}`))
  add('last_poll_end', (end) => contact(sql`last_poll <= ${end}`))
  add('quarantined', (values) => anyOf(values.map(() => sql`sims.id in (select sim_id from quarantined_sims)`)))
  add('area', (area) => contact(isIn(area)))
  add('silent', (silences) => contact(anyOf(silences.map(silentFor))))
  return found
}

const anyOf = (conditions: readonly Condition[]): Condition =>
  conditions.length > 0 ? sql`(${sql.join(conditions, sql` or `)})` : sql<SqlBool>`false`
const allOf = (conditions: readonly Condition[]): Condition => sql`(${sql.join(conditions, sql` and `)})`
const isOneOf = (column: string, values: readonly string[]): Condition => sql`${sql.ref(`sims.${column}`)} = any(${[...values]}::text[])`
const contact = (condition: Condition): Condition => sql`sims.id in (select sim_contacts.sim_id from sim_contacts where ${condition})`

const isIn = (area: NonNullable<SimFilter['area']>): Condition =>
  area === unknownArea
    ? sql`(longitude is null or latitude is null)`
    : sql`longitude between ${area.west} and ${area.east} and latitude between ${area.south} and ${area.north}`

/** The own poll interval of a SIM, as `ownPollSeconds` has it. */
const ownSeconds = sql`greatest(coalesce(poll_seconds, ${sql.lit(assumedPollSeconds)}), ${sql.lit(shortestPollSeconds)})`

function silentFor(text: string): Condition {
  const silence = silenceOf(text)
  if (silence.kind === 'never') return sql`last_poll is null`
  if (silence.kind === 'minutes') return sql`last_poll < now() - make_interval(mins => ${silence.minutes}::int)`
  const { intervals, most } = silence
  const since = sql`extract(epoch from now() - last_poll)`
  const isOverdue = sql<SqlBool>`${since} > ${intervals}::bigint * ${ownSeconds}`
  return most === Infinity ? isOverdue : allOf([isOverdue, sql`${since} <= ${most}::bigint * ${ownSeconds}`])
}

/**
 * A text as searches compare it: in one width (NFKC), in lower case, with one small sigma. `fold` of `fleet-index/data/columns/fold.ts`
 * does the same.
 */
const folded = (text: RawBuilder<unknown>) => sql`replace(lower(normalize(${text}, NFKC) collate "und-x-icu"), 'ς', 'σ')`

/** True for a text column with this part, in any width and case. */
const holds = (column: string, part: string): Condition =>
  sql`strpos(${folded(sql.ref(`sims.${column}`))}, ${folded(sql`${part}::text`)}) > 0`

/**
 * True for a text column with one of these parts, in any width and case. Few SIMs have a name of their own, so each name is folded once.
 */
const isNamed = (column: string, parts: readonly string[]): Condition => sql`${sql.ref(`sims.${column}`)} in (
  select name from (select name, ${folded(sql`name`)} as folded from (select distinct ${sql.ref(column)} as name from sims) named offset 0) names
  where exists (select from unnest(${[...parts]}::text[]) part where strpos(folded, ${folded(sql`part`)}) > 0))`

type NumberField = (typeof numberFields)[number]
type TextField = 'external_device_id' | 'device_alias'

/** SIMs with each of the words in one of the fields, or with one of the numbers, which an alias does not hold. */
function matching(sought: Sought, numbers: readonly NumberField[], texts: readonly TextField[]): Condition {
  if ('numbers' in sought) {
    const spelled = [...new Set(sought.numbers.flatMap(wholeSpellingsOf))]
    return anyOf([...numbers, ...texts.filter((text) => text !== 'device_alias')].map((field) => isOneOf(field, spelled)))
  }
  const { words } = sought
  const byNumbers = allOf(words.map((spellings) => anyOf(holdingNumber(spellings, numbers))))
  if (texts.length === 0) return byNumbers
  // A subquery folds the texts of a SIM once for all words. SIMs that have the words in their numbers need no folding.
  const columns = texts.map((text) => sql`${folded(sql.ref(`sims.${text}`))} as ${sql.ref(text)}`)
  const byTexts = sql<SqlBool>`exists (select from (select ${sql.join(columns)} offset 0) folded where ${allOf(
    words.map((spellings) => anyOf([...holdingNumber(spellings, numbers), ...holdingText(spellings, texts)])),
  )})`
  return words.every((spellings) => spellings.some(isNumber)) ? anyOf([byNumbers, byTexts]) : byTexts
}

const holdingNumber = (spellings: Words[number], numbers: readonly NumberField[]): Condition[] =>
  spellings
    .filter(isNumber)
    .flatMap((spelling) => numbers.map((number) => sql<SqlBool>`strpos(${sql.ref(`sims.${number}`)}, ${spelling}) > 0`))

const holdingText = (spellings: Words[number], texts: readonly TextField[]): Condition[] =>
  spellings.flatMap((spelling) =>
    texts.map((text) => sql<SqlBool>`strpos(${sql.ref(`folded.${text}`)}, ${folded(sql`${spelling}::text`)}) > 0`),
  )
