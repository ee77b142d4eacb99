import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { endpoints } from '@simdeck/contract/endpoints.ts'
import type { QueryOf } from '@simdeck/contract/endpoint.ts'
import { logRowCap } from '@simdeck/contract/logs.ts'
import type { RawApiCall, RawProxyCall } from '@simdeck/contract/raw-logs.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Conditions, conditionsOf, newestMatching, searchedTo } from '../../platform/db/bounded-search.ts'
import type { Database } from '../../platform/db/schema.ts'

type ApiFilter = QueryOf<typeof endpoints.listRawApiLogs>
type ProxyFilter = QueryOf<typeof endpoints.listRawProxyLogs>
type OtaFilter = QueryOf<typeof endpoints.listRawOtaServiceLogs>
/** A row of the raw OTA service log. */
export type LogRow = Selectable<Database['raw_ota_service_logs']>

type Stored<Row> = Omit<Row, 'at'> & { at: Date }

const firstFailure = 400

const apiConditions = (filter: ApiFilter): Conditions =>
  conditionsOf(
    common(filter),
    [
      filter.status === 'failure' && sql`status >= ${sql.lit(firstFailure)}`,
      filter.caller && sql`lower(caller) = ${filter.caller.toLowerCase()}`,
      filter.route && sql`route = ${filter.route}`,
      filter.api && sql`starts_with(route, '/ota-api/')`,
    ],
    [filter.status === 'success' && sql`status < ${firstFailure}`, filter.client_type && sql`source = ${filter.client_type}`],
  )

const proxyConditions = (filter: ProxyFilter): Conditions =>
  conditionsOf(
    common(filter),
    [filter.status === 'failure' && sql`not ok`, filter.host && sql`host = ${filter.host}`],
    [filter.status === 'success' && sql`ok`, filter.kind && sql`kind = ${filter.kind}`],
  )

const otaConditions = (filter: OtaFilter): Conditions =>
  conditionsOf(
    common(filter),
    [
      filter.sessionId && sql`session_id = ${Number.parseInt(filter.sessionId, 16)}`,
      filter.simId !== undefined && sql`sim_id = ${filter.simId}`,
      filter.iccid && sql`sim_id = (select sims.id from sims where sims.iccid = ${filter.iccid})`,
    ],
    [
      filter.code !== undefined && sql`code = ${filter.code}`,
      filter.direction && sql`direction = ${filter.direction}`,
      filter.sw && sql`commands @> ${JSON.stringify([{ sw: filter.sw.toUpperCase() }])}::jsonb`,
    ],
  )

function common(filter: Pick<ApiFilter, 'after' | 'created_start' | 'created_end'>): RawBuilder<SqlBool>[] {
  return [
    ...(filter.after === undefined ? [] : [sql<SqlBool>`id > ${filter.after}`]),
    ...(filter.created_start ? [sql<SqlBool>`at >= ${filter.created_start}`] : []),
    ...(filter.created_end ? [sql<SqlBool>`at <= ${filter.created_end}`] : []),
  ]
}

type Window = { order: 'asc' | 'desc'; take: number; skip: number }
export type RawPage<Row> = { rows: Stored<Row>[]; counted: number; searchedTo: Date | null }

/** The rows are numbered in the order of their writing, within a second that of their times. One more row than the cap is counted. */
async function page<Row>(
  db: Db,
  table: string,
  conditions: Conditions,
  window: Window,
  columns: RawBuilder<unknown> = sql`*`,
): Promise<RawPage<Row>> {
  const log = { table, newestFirst: sql`id desc` }
  const newest = (columns: RawBuilder<unknown>, rows: number) => newestMatching(log, conditions, columns, rows)
  const [counted, rows] = await Promise.all([
    sql<{ total: number }>`select count(*)::int as total from (${newest(sql`1`, logRowCap + 1)}) newest`.execute(db),
    sql<Stored<Row>>`select ${columns} from (${newest(sql`*`, logRowCap)}) newest
      order by id ${window.order === 'asc' ? sql`asc` : sql`desc`} limit ${window.take} offset ${window.skip}`.execute(db),
  ])
  const total = counted.rows[0]?.total ?? 0
  return { rows: rows.rows, counted: total, searchedTo: await searchedTo(db, log, conditions, total) }
}

export const apiCalls = (db: Db, filter: ApiFilter, window: Window): Promise<RawPage<RawApiCall>> =>
  page(db, 'raw_api_logs', apiConditions(filter), window)

export const proxyCalls = (db: Db, filter: ProxyFilter, window: Window): Promise<RawPage<RawProxyCall>> =>
  page(db, 'raw_proxy_logs', proxyConditions(filter), window)

type OtaRow = LogRow & { iccid: string | null }

export const otaMessages = (db: Db, filter: OtaFilter, window: Window): Promise<RawPage<OtaRow>> =>
  page(
    db,
    'raw_ota_service_logs',
    otaConditions(filter),
    window,
    sql`newest.*, (select iccid from sims where sims.id = newest.sim_id) as iccid`,
  )
