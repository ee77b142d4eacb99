import { once } from 'node:events'
import type { Readable } from 'node:stream'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { OpenDatabase } from './database.ts'

export type CopyCell = string | number | boolean | Uint8Array | null

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function textOf(cell: CopyCell): string {
  if (cell === null) return '\\N'
  if (typeof cell === 'string') return /[\\\t\n\r]/.test(cell) ? cell.replaceAll(/[\\\t\n\r]/g, (found) => escapes[found]!) : cell
  if (typeof cell === 'object') return `\\\\x${Buffer.from(cell.buffer, cell.byteOffset, cell.byteLength).toString('hex')}`
  return String(cell)
}

/** A row in the text format of COPY. */
export function copyRow(cells: readonly CopyCell[]): string {
  let text = textOf(cells[0]!)
  for (let at = 1; at < cells.length; at++) text += `\t${textOf(cells[at]!)}`
  return `${text}\n`
}

/** A stream of rows into a table. All rows are stored once `end` resolves, and none after `abort`. */
export type CopyIn = { write: (rows: string) => Promise<void>; end: () => Promise<void>; abort: () => Promise<void> }

/** Starts to fill a table over a connection, which can do nothing else until the end. `table` and `columns` must be trusted names. */
export function copyIn(client: pg.PoolClient, table: string, columns: readonly string[]): CopyIn {
  const stream = client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`))
  let failure: Error | null = null
  stream.on('error', (error: Error) => (failure = error))
  const settled = async (event: 'drain' | 'finish') => {
    if (!failure) await once(stream, event)
    if (failure) throw failure
  }
  return {
    async write(rows) {
      if (failure) throw failure
      if (rows !== '' && !stream.write(rows)) await settled('drain')
    },
    async end() {
      stream.end()
      await settled('finish')
    },
    async abort() {
      if (stream.destroyed) return
      const closed = new Promise((done) => stream.once('close', done))
      stream.destroy()
      await closed
    },
  }
}

/** The statement with literals in place of its parameters, because COPY accepts no parameters. */
export function withLiterals(statement: string, parameters: readonly unknown[]): string {
  return statement.replaceAll(/\$(\d+)/g, (_, number) => literalOf(parameters[Number(number) - 1]))
}

function literalOf(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map(elementOf).join(',')}}`)
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return pg.escapeLiteral(String(value))
  throw new TypeError('this type of value cannot be written as a literal')
}

const elementOf = (value: unknown): string => `"${String(value).replaceAll(/["\\]/g, (found) => `\\${found}`)}"`

/**
 * The result of a statement in the format of COPY, read at the pace of the reader. A reader that disconnects ends the statement. `settings`
 * apply to this statement only.
 */
export async function copyOut(
  database: OpenDatabase,
  statement: string,
  options: string,
  settings: readonly string[] = [],
): Promise<Readable> {
  const client = await database.pool.connect()
  const processId = (client as unknown as { processID: number }).processID
  let stream: Readable
  try {
    await client.query(['begin read only', ...settings.map((setting) => `set local ${setting}`)].join(';'))
    stream = client.query(copyTo(`copy (${statement}) to stdout with (${options})`))
  } catch (error) {
    client.release(true)
    throw error
  }
  let ended = false
  stream.once('end', () => {
    ended = true
    client.query('commit').then(
      () => client.release(),
      () => client.release(true),
    )
  })
  stream.once('close', () => {
    if (ended) return
    // The reader is gone, so the connection is closed with its unread data.
    client.on('error', () => undefined)
    client.release(true)
    // If the statement cannot be cancelled, it ends when it writes to the closed connection.
    database.pool.query('select pg_cancel_backend($1)', [processId]).catch(() => undefined)
  })
  return stream
}
