import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database } from './schema.ts'

/** Executor of queries: the pool or a transaction. */
export type Db = Kysely<Database>

export type OpenDatabase = { db: Db; pool: pg.Pool; close: () => Promise<void> }

// Ids are bigint in the database and stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// Arrays of bigint are read like arrays of int.
const [int8Array, int4Array] = [1016, 1007]
pg.types.setTypeParser(int8Array, pg.types.getTypeParser(int4Array))

/**
 * Names under which connections keep statements planned, by the text of the statement. Statements beyond the limit are planned each time.
 */
const statementNames = new Map<string, string>()
const maxStatementNames = 100

function nameOf(text: string): string | undefined {
  const known = statementNames.get(text)
  if (known !== undefined || statementNames.size >= maxStatementNames) return known
  const name = `s${statementNames.size}`
  statementNames.set(text, name)
  return name
}

/** A connection that plans a statement once. Planning is most of the cost of the small statements that frames of cards take. */
class PlanningClient extends pg.Client {
  override query(...args: readonly unknown[]): never {
    const [text, values, ...rest] = args
    const query = super.query.bind(this) as (...passed: readonly unknown[]) => never
    const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 ? nameOf(text) : undefined
    return name === undefined ? query(...args) : query({ name, text, values }, ...rest)
  }
}

/**
 * Opens a pool. A lost connection is reported to `onError` and replaced, never thrown. `keepPlans` is for a few statements that run very
 * often, not for texts that vary without end.
 */
export function openDatabase(
  url: string,
  options: { max?: number; keepPlans?: boolean; onError?: (error: Error) => void } = {},
): OpenDatabase {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 20,
    connectionTimeoutMillis: 10_000,
    ...(options.keepPlans ? { Client: PlanningClient } : {}),
  })
  pool.on('error', (error) => options.onError?.(error))
  // The pool handles errors of idle connections only. Without this listener, the loss of a connection in a transaction would end the
  // process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  async function close(): Promise<void> {
    await db.destroy()
    // Kysely leaves a pool open through which it has run no statement.
    if (!pool.ending) await pool.end()
  }
  return { db, pool, close }
}

/** Messages of the driver for a connection that it lost or could not open; such errors have no code. */
const lostConnection =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection)/

/** Serialisation failures, dead connections, a database that is starting up or has no connection left: worth another try. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  if (code === '') return lostConnection.test(error.message)
  return /^(08|57P|ECONN)/.test(code) || ['40001', '40P01', '53300', 'EPIPE'].includes(code)
}

export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505'
}
