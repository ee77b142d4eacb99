import { type RawBuilder, sql } from 'kysely'
import { type SimField, simFields } from '@simdeck/contract/sim-fields.ts'
import { simSortFields } from '@simdeck/contract/sims.ts'

export type SimSortField = (typeof simSortFields)[number]

/** A sort key of the SIM list, written exactly as in its index. Blanks come last in both directions; equal keys are sorted by id. */
export type SimSortKey = {
  table: 'sims' | 'sim_contacts'
  column: string
  key: RawBuilder<unknown>
  type: 'text' | 'int' | 'int[]' | 'timestamptz'
  blanks: boolean
  /** No two SIMs have the same value, so the order needs no id, and the index key has none. */
  unique: boolean
}

const plain = (table: SimSortKey['table'], column: string, type: SimSortKey['type'], blanks: boolean): SimSortKey => ({
  table,
  column,
  key: sql.ref(`${table}.${column}`),
  type,
  blanks,
  unique: false,
})

const types = { choice: 'text', connection: 'int', number: 'int', moment: 'timestamptz' } as const

/** The sort key of a field by its type: texts by their code points, versions by their numbers. */
function keyOf(name: SimSortField): SimSortKey {
  const { from, type, blanks: mayBeBlank, filter }: SimField = simFields[name]
  const blanks = mayBeBlank === true
  const table = from === 'contact' ? 'sim_contacts' : 'sims'
  if (name === 'iccid') return { ...plain(table, name, 'text', blanks), unique: true }
  if (filter === 'version') return plain(table, `${name}_parts`, 'int[]', blanks)
  if (type === 'text') return { ...plain(table, name, 'text', blanks), key: sql`${sql.ref(`${table}.${name}`)} collate "C"` }
  return plain(table, name, types[type], blanks)
}

export const simSortKeys = Object.fromEntries(simSortFields.map((name) => [name, keyOf(name)])) as Record<SimSortField, SimSortKey>

/** The sort key of a list for which the caller chose none. */
export const byId: SimSortKey = { ...plain('sims', 'id', 'int', false), unique: true }

/** The complete ORDER BY, for statements that read `sims` and `sim_contacts` under these names. */
export function simOrder(sort: { field: SimSortField; order: 'ASC' | 'DESC' } | null): RawBuilder<unknown> {
  if (!sort) return sql`sims.id`
  const direction = sql.raw(sort.order)
  return sql`${simSortKeys[sort.field].key} ${direction} nulls last, sims.id ${direction}`
}
