import type { CopyCell } from '../../db/copy.ts'
import type { OpenDatabase } from '../../db/database.ts'
import { BatchedRows, type LeftOut } from './batched-rows.ts'
import { copyRows } from './queries.ts'

/** A call of an API. Bodies are masked JSON texts; null unless they are recorded. */
export type ApiCall = {
  at: Date
  /** The e-mail address of the member or the name of the API ID; null for an unknown caller. */
  caller: string | null
  source: 'WEB_UI' | 'OPEN_API'
  method: string
  /** The path as a template, without values. */
  route: string
  url: string
  status: number
  ms: number
  request_bytes: number | null
  response_bytes: number | null
  ip: string
  request_id: string
  request_body: string | null
  response_body: string | null
}

/** A call that the server made to another system. `answer` contains no secrets and no addresses of people. */
export type ProxyCall = {
  at: Date
  kind: 'mail' | 'carrier' | 'webhook' | 'sms'
  /** The host and the port. */
  host: string
  operation: string
  ok: boolean
  answer: string
  ms: number | null
  request_bytes: number | null
  response_bytes: number | null
}

const apiColumns = [
  'at',
  'caller',
  'source',
  'method',
  'route',
  'url',
  'status',
  'ms',
  'request_bytes',
  'response_bytes',
  'ip',
  'request_id',
  'request_body',
  'response_body',
  'left_out',
] as const satisfies readonly (keyof ApiCall | keyof LeftOut)[]

const proxyColumns = [
  'at',
  'kind',
  'host',
  'operation',
  'ok',
  'answer',
  'ms',
  'request_bytes',
  'response_bytes',
  'left_out',
] as const satisfies readonly (keyof ProxyCall | keyof LeftOut)[]

const cells = (row: object): Record<string, CopyCell> =>
  Object.fromEntries(Object.entries(row).map(([name, value]: [string, unknown]): [string, CopyCell] => [name, cellOf(value)]))

/** PostgreSQL stores no NUL. */
function cellOf(value: unknown): CopyCell {
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'string' ? value.replaceAll('\u0000', '').toWellFormed() : (value as CopyCell)
}

/** The raw API log and the raw proxy log, written once a second. */
export class RawLogs {
  readonly api: BatchedRows<ApiCall>
  readonly proxy: BatchedRows<ProxyCall>
  /** Bodies of calls are recorded up to this time. */
  bodiesUntil: Date | null = null

  constructor(database: OpenDatabase) {
    this.api = new BatchedRows((rows) => copyRows(database, 'raw_api_logs', apiColumns, rows.map(cells)))
    this.proxy = new BatchedRows((rows) => copyRows(database, 'raw_proxy_logs', proxyColumns, rows.map(cells)))
  }

  get recordsBodies(): boolean {
    return this.bodiesUntil !== null && this.bodiesUntil.getTime() > Date.now()
  }

  async flush(): Promise<void> {
    await Promise.all([this.api.flush(), this.proxy.flush()])
  }
}
