import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { simFieldsWith, simFilterOf } from '@simdeck/contract/sim-fields.ts'
import { isNumber, type Sought, wholeSpellingsOf, type Words } from '@simdeck/contract/sim-search.ts'
import { connectionOfFilter, numberFields, type ReversibleFilter, silenceMinutes, type SimFilter } from '@simdeck/contract/sims.ts'
import { frozenIds } from './frozen-lists.ts'

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
  add('search', (sought) => matching(sought, ['search', ...numberFields]))
  for (const name of numberFields) add(name, (sought) => matching(sought, [name]))
  add('device_alias', (text) => holds('device_alias', text))
  add('id', (ids) => sql`sims.id = any(${ids}::bigint[])`)
  add('selection', (id) => sql`sims.id in (${frozenIds(id)})`)
  add('connection', (names) => sql`sims.connection = any(${names.map((name) => connectionOfFilter[name])}::smallint[])`)
  add('group', (ids) => sql`coalesce(sims.group_id, 0) = any(${ids}::bigint[])`)
  add('applet', (parts) => anyOf(parts.flatMap((part) => [holds('other_applet_name', part), holds('poller_name', part)])))
  for (const name of [...simFieldsWith({ from: 'record', filter: 'choice' }), ...simFieldsWith({ from: 'record', filter: 'whole' })])
    add(name, (values) => isOneOf(name, values))
  for (const name of simFieldsWith({ from: 'record', filter: 'version' })) add(simFilterOf(name), (values) => isOneOf(name, values))
  for (const name of simFieldsWith({ from: 'record', filter: 'period' })) {
    add(`${simFilterOf(name)}_start`, (start) => sql`${sql.ref(`sims.${name}`)} >= ${start}`)
    add(`${simFilterOf(name)}_end`, (end) => sql`${sql.ref(`sims.${name}`)} <= ${end}`)
  }
  add('last_poll_start', (start) => contact(sql`last_poll >= ${start}`))
  add('last_poll_end', (end) => contact(sql`last_poll <= ${end}`))
  add('silent', (silences) => contact(anyOf(silences.map(silentFor))))
  return found
}

const anyOf = (conditions: readonly Condition[]): Condition =>
  conditions.length > 0 ? sql`(${sql.join(conditions, sql` or `)})` : sql<SqlBool>`false`
const isOneOf = (column: string, values: readonly string[]): Condition => sql`${sql.ref(`sims.${column}`)} = any(${[...values]}::text[])`
const contact = (condition: Condition): Condition => sql`sims.id in (select sim_contacts.sim_id from sim_contacts where ${condition})`

function silentFor(silence: string): Condition {
  const minutes = silenceMinutes(silence)
  return minutes === null ? sql`last_poll is null` : sql`last_poll < now() - make_interval(mins => ${minutes}::int)`
}

/**
 * A text as searches compare it: in one width (NFKC), in lower case, with one small sigma. `fold` of `fleet-index/data/columns/fold.ts` does
 * the same.
 */
const folded = (text: RawBuilder<unknown>) => sql`replace(lower(normalize(${text}, NFKC) collate "und-x-icu"), 'ς', 'σ')`

/** True for a text column with this part, in any width and case. */
const holds = (column: string, part: string): Condition =>
  sql`strpos(${folded(sql.ref(`sims.${column}`))}, ${folded(sql`${part}::text`)}) > 0`

type SoughtIn = 'search' | (typeof numberFields)[number]

/** SIMs with each of the words in one of the fields, or with one of the numbers. `search` stands for the external id and the alias. */
function matching(sought: Sought, fields: readonly SoughtIn[]): Condition {
  if ('words' in sought)
    return sql`(${sql.join(
      sought.words.map((spellings) => holdsWord(spellings, fields)),
      sql` and `,
    )})`
  const spelled = [...new Set(sought.numbers.flatMap(wholeSpellingsOf))]
  return anyOf(fields.map((field) => isOneOf(field === 'search' ? 'external_device_id' : field, spelled)))
}

const holdsWord = (spellings: Words[number], fields: readonly SoughtIn[]): Condition =>
  anyOf(
    spellings.flatMap((spelling) =>
      fields.flatMap((field) => {
        if (field === 'search') return [holds('external_device_id', spelling), holds('device_alias', spelling)]
        return isNumber(spelling) ? [sql<SqlBool>`strpos(${sql.ref(`sims.${field}`)}, ${spelling}) > 0`] : []
      }),
    ),
  )
