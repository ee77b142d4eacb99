import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { endpoints } from '@simdeck/contract/endpoints.ts'
import type { QueryOf } from '@simdeck/contract/endpoint.ts'
import { logRowCap } from '@simdeck/contract/logs.ts'
import type { RawApiCall, RawProxyCall } from '@simdeck/contract/raw-logs.ts'
import type { Db } from '../../platform/db/database.ts'

type ApiFilter = QueryOf<typeof endpoints.listRawApiLogs>
type ProxyFilter = QueryOf<typeof endpoints.listRawProxyLogs>
type Stored<Row> = Omit<Row, 'at'> & { at: Date }

const firstFailure = 400

function apiConditions(filter: ApiFilter): RawBuilder<SqlBool>[] {
  const conditions = common(filter)
  if (filter.caller) conditions.push(sql`lower(caller) = ${filter.caller.toLowerCase()}`)
  if (filter.route) conditions.push(sql`route = ${filter.route}`)
  if (filter.status) conditions.push(filter.status === 'failure' ? sql`status >= ${sql.lit(firstFailure)}` : sql`status < ${firstFailure}`)
  if (filter.client_type) conditions.push(sql`source = ${filter.client_type}`)
  return conditions
}

function proxyConditions(filter: ProxyFilter): RawBuilder<SqlBool>[] {
  const conditions = common(filter)
  if (filter.kind) conditions.push(sql`kind = ${filter.kind}`)
  if (filter.host) conditions.push(sql`host = ${filter.host}`)
  if (filter.status) conditions.push(filter.status === 'failure' ? sql`not ok` : sql`ok`)
  return conditions
}

function common(filter: Pick<ApiFilter, 'after' | 'created_start' | 'created_end'>): RawBuilder<SqlBool>[] {
  return [
    sql<SqlBool>`true`,
    ...(filter.after === undefined ? [] : [sql<SqlBool>`id > ${filter.after}`]),
    ...(filter.created_start ? [sql<SqlBool>`at >= ${filter.created_start}`] : []),
    ...(filter.created_end ? [sql<SqlBool>`at <= ${filter.created_end}`] : []),
  ]
}

type Window = { order: 'asc' | 'desc'; take: number; skip: number }
export type RawPage<Row> = { rows: Stored<Row>[]; counted: number }

/** The rows are numbered in the order of their writing, within a second that of their times. One more row than the cap is counted. */
async function page<Row>(db: Db, table: string, conditions: readonly RawBuilder<SqlBool>[], window: Window): Promise<RawPage<Row>> {
  const where = sql.join([...conditions], sql` and `)
  const newest = (columns: RawBuilder<unknown>, rows: number) =>
    sql`select ${columns} from ${sql.table(table)} where ${where} order by id desc limit ${rows}`
  const [counted, rows] = await Promise.all([
    sql<{ total: number }>`select count(*)::int as total from (${newest(sql`1`, logRowCap + 1)}) newest`.execute(db),
    sql<Stored<Row>>`select * from (${newest(sql`*`, logRowCap)}) newest
      order by id ${window.order === 'asc' ? sql`asc` : sql`desc`} limit ${window.take} offset ${window.skip}`.execute(db),
  ])
  return { rows: rows.rows, counted: counted.rows[0]?.total ?? 0 }
}

export const apiCalls = (db: Db, filter: ApiFilter, window: Window): Promise<RawPage<RawApiCall>> =>
  page(db, 'raw_api_logs', apiConditions(filter), window)

export const proxyCalls = (db: Db, filter: ProxyFilter, window: Window): Promise<RawPage<RawProxyCall>> =>
  page(db, 'raw_proxy_logs', proxyConditions(filter), window)
