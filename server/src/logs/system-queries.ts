import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { endpoints } from '@simdeck/contract/endpoints.ts'
import type { QueryOf } from '@simdeck/contract/endpoint.ts'
import { logRowCap, searchedRows } from '@simdeck/contract/logs.ts'
import type { Db } from '../platform/db/database.ts'
import { likePart } from '../platform/db/like.ts'
import type { NamedAction } from './action-shape.ts'

export type ActionFilter = Pick<
  QueryOf<typeof endpoints.listSystemLogs>,
  'title' | 'message' | 'status' | 'client_type' | 'person' | 'subject' | 'after' | 'created_start' | 'created_end'
>

const firstFailure = 400

/** The conditions that an index answers. */
function indexed(filter: ActionFilter): RawBuilder<SqlBool>[] {
  const conditions = [sql<SqlBool>`true`]
  const add = (condition: RawBuilder<SqlBool>) => conditions.push(condition)
  if (filter.title) add(sql`action = ${filter.title}`)
  if (filter.person) add(sql`lower(request_by) = ${filter.person.toLowerCase()}`)
  if (filter.subject) add(sql`subjects @> array[${filter.subject}]`)
  if (filter.after !== undefined) add(sql`id > ${filter.after}`)
  if (filter.created_start) add(sql`request_at >= ${filter.created_start}`)
  if (filter.created_end) add(sql`request_at <= ${filter.created_end}`)
  return conditions
}

/** The conditions for which each row is read. */
function searched(filter: ActionFilter): RawBuilder<SqlBool>[] {
  const conditions: RawBuilder<SqlBool>[] = []
  if (filter.message) {
    const part = likePart(filter.message)
    conditions.push(sql`(url ilike ${part} or message ilike ${part} or subject_name ilike ${part} or changes ilike ${part})`)
  }
  if (filter.status) conditions.push(filter.status === 'failure' ? sql`status >= ${firstFailure}` : sql`status < ${firstFailure}`)
  if (filter.client_type) conditions.push(sql`client_type = ${filter.client_type}`)
  return conditions
}

const all = (conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> => sql.join([...conditions], sql` and `)

/** Rows that follow a known one are few, and the key of the table finds them. */
const newestFirst = ({ after }: ActionFilter): RawBuilder<unknown> =>
  after === undefined ? sql`order by request_at desc, id desc` : sql`order by id desc`

/**
 * The rows that match. Those of a record are found by the index of records and then sorted, which takes as long as the record has changes:
 * in the order of time, the search for a record that was changed long ago would read the whole log.
 */
const matchingRows = ({ subject }: ActionFilter, where: RawBuilder<SqlBool>): RawBuilder<unknown> =>
  subject ? sql`(select * from action_logs where ${where} offset 0) of_record` : sql`action_logs where ${where}`

/** The numbers of the newest matches, at most one more than a log lists, and the time at which the search ended early; null for its end. */
export async function findActions(db: Db, filter: ActionFilter): Promise<{ ids: number[]; searchedTo: Date | null }> {
  const [where, tests, order] = [all(indexed(filter)), searched(filter), newestFirst(filter)]
  const matching = matchingRows(filter, where)
  const rows = tests.length === 0 ? matching : sql`(select * from ${matching} ${order} limit ${searchedRows}) newest where ${all(tests)}`
  const found = await sql<{ id: number }>`select id from ${rows} ${order} limit ${logRowCap + 1}`.execute(db)
  const ids = found.rows.map(({ id }) => id)
  if (tests.length === 0 || ids.length > logRowCap) return { ids, searchedTo: null }
  const { rows: ends } = await sql<{ at: Date }>`
    select request_at as at from ${matching} ${order} limit 2 offset ${searchedRows - 1}`.execute(db)
  return { ids, searchedTo: ends.length > 1 ? ends[0]!.at : null }
}

/** The rows with these numbers, in the order of the numbers. */
export async function selectActions(db: Db, ids: readonly number[]): Promise<NamedAction[]> {
  const rows = await db
    .selectFrom('action_logs')
    .leftJoin('members', 'members.id', 'action_logs.member_id')
    .selectAll('action_logs')
    .select('members.name as request_by_name')
    .where('action_logs.id', 'in', ids.length > 0 ? [...ids] : [0])
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export async function simOfIccid(db: Db, iccid: string): Promise<number | null> {
  return (await db.selectFrom('sims').select('id').where('iccid', '=', iccid).executeTakeFirst())?.id ?? null
}
