import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { endpoints } from '@simdeck/contract/endpoints.ts'
import type { QueryOf } from '@simdeck/contract/endpoint.ts'
import { logRowCap } from '@simdeck/contract/logs.ts'
import type { Db } from '../platform/db/database.ts'
import type { SecurityEventRow } from '../platform/db/schema.ts'
import { type Conditions, conditionsOf, newestMatching, searchedTo } from '../platform/db/bounded-search.ts'

export type SecurityFilter = Pick<
  QueryOf<typeof endpoints.listSecurityEvents>,
  'event' | 'outcome' | 'member' | 'ip' | 'client_type' | 'after' | 'created_start' | 'created_end'
> & {
  /** Pseudonym of `member` in rows about an address without a member. */
  stranger: string
}

function conditionsIn(filter: SecurityFilter): Conditions {
  const always: RawBuilder<SqlBool>[] = []
  if (filter.after !== undefined) always.push(sql`id > ${filter.after}`)
  if (filter.created_start) always.push(sql`at >= ${filter.created_start}`)
  if (filter.created_end) always.push(sql`at <= ${filter.created_end}`)
  const email = filter.member?.toLowerCase()
  return conditionsOf(
    always,
    [
      email && sql`(lower(member) = ${email} or lower(target) = ${email} or stranger = ${filter.stranger})`,
      filter.ip && sql`ip = ${filter.ip}`,
      filter.event && sql`event = ${filter.event}`,
    ],
    [filter.outcome && sql`outcome = ${filter.outcome}`, filter.client_type && sql`source = ${filter.client_type}`],
  )
}

const shown = [
  'id',
  'at',
  'last_at',
  'count',
  'event',
  'outcome',
  'detail',
  'member_id',
  'member',
  'api_credential_id',
  'api_id',
  'stranger',
  'target',
  'until',
  'ip',
  'user_agent',
  'request_id',
  'source',
  'route',
] as const

export type SecurityEventShown = Pick<SecurityEventRow, (typeof shown)[number]>

/** Rows that follow a known one are few, and the key of the table finds them. */
const logOf = ({ after }: SecurityFilter) => ({
  table: 'security_events',
  newestFirst: after === undefined ? sql`at desc, id desc` : sql`id desc`,
})

/** The number of rows that match, at most one more than a log lists, and the time to which a search went that ended early. */
export async function countEvents(db: Db, filter: SecurityFilter): Promise<{ total: number; searchedTo: Date | null }> {
  const [log, conditions] = [logOf(filter), conditionsIn(filter)]
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (${newestMatching(log, conditions, sql`1`, logRowCap + 1)}) newest`.execute(db)
  const total = rows[0]?.total ?? 0
  return { total, searchedTo: await searchedTo(db, log, conditions, total) }
}

export async function selectEvents(
  db: Db,
  filter: SecurityFilter,
  { order, take, skip }: { order: 'asc' | 'desc'; take: number; skip: number },
): Promise<SecurityEventShown[]> {
  const columns = sql.join(shown.map((column) => sql.ref(column)))
  const direction = order === 'asc' ? sql`asc` : sql`desc`
  const { rows } = await sql<SecurityEventShown>`
    select * from (${newestMatching(logOf(filter), conditionsIn(filter), columns, logRowCap)}) newest
    order by at ${direction}, id ${direction} limit ${take} offset ${skip}`.execute(db)
  return rows
}
