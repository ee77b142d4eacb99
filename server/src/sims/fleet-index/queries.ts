import { type RawBuilder, sql } from 'kysely'
import { type SimField, type SimFieldName, simFields } from '@simdeck/contract/sim-fields.ts'
import { plainArray } from '../../platform/db/arrays.ts'
import type { Db } from '../../platform/db/database.ts'
import { frozenIds } from '../sql/frozen-lists.ts'
import { simTables, simValue } from '../sql/sim-values.ts'
import { contactFields, indexedFields, keyFields, recordFields } from './data/fields.ts'

/** Two values in a list of changed SIMs that are no ids: the names of groups changed, and all SIMs changed. */
export const changedGroups = 0
export const changedAll = -1

/**
 * The minutes for which changes are stored. An index that was current within this time finds every change since then. An older index is
 * loaded again.
 */
const keptMinutes = 10

/** A state of the database, as `pg_current_snapshot` writes it: `xmin:xmax:xip,xip,…`. */
export type Snapshot = string

/** The state of the database at a pull of changes. */
export type Seen = {
  snapshot: Snapshot
  /** The start of PostgreSQL. */
  startedAt: Date
  /** The time of the newest row of `sim_change_horizons`, in microseconds since 1970. */
  horizon: number | null
}

export type Changes = Seen & {
  /** The time of the database. */
  now: Date
  /** The id of a transaction: changes of transactions before it may be deleted. Null if no change is deleted. */
  cut: string | null
  /** False if the row `horizon` of the pull before is gone. */
  hasLastHorizon: boolean
  /** The SIMs that changed, and `changedGroups` and `changedAll`. */
  ids: number[]
  /** The SIMs of which the values of polls changed. */
  contactIds: number[]
}

const microseconds = (time: RawBuilder<unknown>) => sql`(extract(epoch from ${time}) * 1000000)::bigint`

/** The changes that became visible after a pull. For null, it returns the present snapshot and no changes. */
export async function selectChanges(db: Db, since: Seen | null): Promise<Changes> {
  const { xmax, running } = since === null ? { xmax: null, running: [] } : parts(since.snapshot)
  const { rows } = await sql<Changes>`
    with changed as materialized (
      select sim_ids, of_contacts from sim_changes where xid >= ${xmax}::xid8
      union all select sim_ids, of_contacts from sim_changes where xid = any(${running}::xid8[])
    )
    select pg_current_snapshot()::text as snapshot, pg_postmaster_start_time() as "startedAt", now() as now,
      (select ${microseconds(sql`max(at)`)} from sim_change_horizons) as horizon,
      exists (select from sim_change_horizons where ${microseconds(sql`at`)} = ${since?.horizon ?? null}::bigint) as "hasLastHorizon",
      (select max(xid::text::numeric)::text from sim_change_horizons where at < now() - make_interval(mins => ${keptMinutes}::int)) as cut,
      array(select distinct unnest(sim_ids) from changed where not of_contacts) as ids,
      array(select distinct unnest(sim_ids) from changed where of_contacts) as "contactIds"`.execute(db)
  return rows[0]!
}

function parts(snapshot: Snapshot): { xmin: bigint; xmax: string; running: string[] } {
  const [xmin = '', xmax = '', running = ''] = snapshot.split(':')
  return { xmin: BigInt(xmin), xmax, running: running === '' ? [] : running.split(',') }
}

/**
 * True if changes after a pull may be gone: those that are old are deleted, and PostgreSQL empties unlogged tables after a crash. It keeps
 * its start time if only one of its processes crashed, so a row that was there is looked for as well.
 */
export const isCutOff = (seen: Seen, { cut, startedAt, hasLastHorizon }: Changes): boolean =>
  !hasLastHorizon || startedAt.getTime() !== seen.startedAt.getTime() || (cut !== null && BigInt(cut) > parts(seen.snapshot).xmin)

/** The value of an indexed field. `momentOf` determines the form of a moment. */
function indexedValue(name: SimFieldName, momentOf: (moment: RawBuilder<unknown>) => RawBuilder<unknown>): RawBuilder<unknown> {
  const { type }: SimField = simFields[name]
  if (type === 'group') return sql.ref('sims.group_id')
  return type === 'moment' ? momentOf(simValue(name)) : simValue(name)
}

const columns = sql.join(indexedFields.map((name) => indexedValue(name, microseconds)))
const contactColumns = sql.join(contactFields.map((name) => sql`${indexedValue(name, microseconds)} as ${sql.ref(name)}`))

export type Value = string | number | boolean | null
export type IndexedSim = { id: number; values: Value[] }

/** The indexed values of these SIMs; deleted ones are absent. */
export async function selectIndexed(db: Db, ids: readonly number[]): Promise<IndexedSim[]> {
  const { rows } = await sql<{ id: number; values: Value[] }>`
    select sims.id, json_build_array(${columns}) as values from ${simTables} where sims.id = any(${ids}::bigint[])`.execute(db)
  return rows
}

/** The values of polls of these SIMs, in the order of `contactFields`; deleted SIMs are absent. */
export async function selectContacts(db: Db, ids: readonly number[]): Promise<IndexedSim[]> {
  const { rows } = await sql<{ id: number } & Record<SimFieldName, Value>>`
    select sim_id as id, ${contactColumns} from sim_contacts where sim_id = any(${plainArray(ids)}::bigint[])`.execute(db)
  return rows.map((row) => ({ id: row.id, values: contactFields.map((name) => row[name]) }))
}

/** A statement that reads the values of some fields from one table for every SIM: its id, then the values in the forms of PostgreSQL. */
export type TableCopy = { statement: string; fields: readonly SimFieldName[] }

const tableCopy = (db: Db, table: 'sims' | 'sim_contacts' | 'sim_keys', fields: readonly SimFieldName[]): TableCopy => {
  const id = sql.ref(`${table}.${table === 'sims' ? 'id' : 'sim_id'}`)
  const values = sql.join(fields.map((name) => indexedValue(name, (moment) => moment)))
  return { statement: sql`select ${id}, ${values} from ${sql.table(table)}`.compile(db).sql, fields }
}

/** The statements that read every indexed value of every SIM, a table each. PostgreSQL reads single tables in half the time of a join. */
export const tableCopies = (db: Db): { records: TableCopy; contacts: TableCopy; keys: TableCopy } => ({
  records: tableCopy(db, 'sims', recordFields),
  contacts: tableCopy(db, 'sim_contacts', contactFields),
  keys: tableCopy(db, 'sim_keys', keyFields),
})

export async function selectGroups(db: Db): Promise<{ id: number; name: string }[]> {
  return db.selectFrom('groups').select(['id', 'name']).execute()
}

/** The SIMs of a selection; none if it was deleted. */
export async function selectSelection(db: Db, id: number): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] | null }>`select array(${frozenIds(id)}) as ids`.execute(db)
  return rows[0]?.ids ?? []
}

/** The SIMs that are set aside. */
export async function selectQuarantined(db: Db): Promise<number[]> {
  return (await db.selectFrom('quarantined_sims').select('sim_id').execute()).map((row) => row.sim_id)
}

/** False if the selection was deleted. */
export async function hasSelection(db: Db, id: number): Promise<boolean> {
  return (await db.selectFrom('sim_selections').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

export async function countSims(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from sims`.execute(db)
  return rows[0]?.count ?? 0
}

/** True if there are at least `count` SIMs. */
export async function hasSims(db: Db, count: number): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (select 1 from sims limit ${count}) counted`.execute(db)
  return (rows[0]?.count ?? 0) >= count
}

/** The ids of up to `limit` SIMs from `from` on, and their indexed values. */
export async function selectSlice(db: Db, from: number, limit: number): Promise<IndexedSim[]> {
  const rows = await db.selectFrom('sims').select('id').where('id', '>=', from).orderBy('id').limit(limit).execute()
  return selectIndexed(
    db,
    rows.map(({ id }) => id),
  )
}

/** Records the oldest open transaction, and leaves a row by which indexes see that the record of changes is not emptied. */
export async function insertHorizon(db: Db): Promise<void> {
  await sql`insert into sim_change_horizons default values on conflict do nothing`.execute(db)
}

/**
 * Stores the oldest open transaction with the present time. Deletes the changes of transactions before the one that was stored
 * `keptMinutes` ago.
 */
export async function deleteOldChanges(db: Db): Promise<void> {
  await insertHorizon(db)
  const old = sql`at < now() - make_interval(mins => ${keptMinutes}::int)`
  await sql`
    delete from sim_changes where xid < (select xid from sim_change_horizons where ${old} order by at desc limit 1)`.execute(db)
  await sql`
    delete from sim_change_horizons where ${old} and at < (select max(at) from sim_change_horizons where ${old})`.execute(db)
}
