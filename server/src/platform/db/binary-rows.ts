import type pg from 'pg'
import type { OpenDatabase } from './database.ts'

/** The signature at the start of the binary format of COPY; the flags and the length of an empty extension follow. */
const signature = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1')
const headerOctets = signature.length + 8

/**
 * Receives one row in the binary format of COPY: from `from` on, the number of its cells in two octets, and its cells. A cell is the number
 * of its octets in four octets (−1 for null), and its octets. Numbers are big-endian.
 */
export type TakeRow = (octets: Buffer, from: number) => void

type Messages = { query: (text: string) => void }

/** A statement over a connection of `pg`, which gives it the messages of the server. */
class BinaryRows implements pg.Submittable {
  readonly #statement: string
  readonly #take: TakeRow
  readonly #settle: (failure: unknown) => void
  #isFirst = true
  #failure: unknown = null

  constructor(statement: string, take: TakeRow, settle: (failure: unknown) => void) {
    this.#statement = statement
    this.#take = take
    this.#settle = settle
  }

  submit(connection: unknown): void {
    ;(connection as Messages).query(`copy (${this.#statement}) to stdout with (format binary)`)
  }

  /** PostgreSQL sends each row in a message of its own. The header precedes the first row, and the last message is the end mark. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    let from = 0
    if (this.#isFirst && chunk.subarray(0, signature.length).equals(signature)) from = headerOctets
    this.#isFirst = false
    if (this.#failure !== null || from + 2 > chunk.length || chunk.readInt16BE(from) < 0) return
    try {
      this.#take(chunk, from)
    } catch (error) {
      this.#failure = error
    }
  }

  handleError(error: Error): void {
    this.#settle(error)
  }

  handleCommandComplete(): void {
    // The result has no other parts.
  }

  handleReadyForQuery(): void {
    this.#settle(this.#failure)
  }
}

/** Calls `take` with each row of a statement, as fast as the rows arrive. */
export function readBinaryRows(client: pg.PoolClient, statement: string, take: TakeRow): Promise<void> {
  return new Promise((resolve, reject) => {
    client.query(new BinaryRows(statement, take, (failure) => (failure === null ? resolve() : reject(failure as Error))))
  })
}

/** Does work over `count` connections that see the same state of the database. `settings` apply to this work only. */
export async function inOneSnapshot(
  { pool }: Pick<OpenDatabase, 'pool'>,
  count: number,
  settings: readonly string[],
  work: (clients: readonly pg.PoolClient[]) => Promise<void>,
): Promise<void> {
  const clients: pg.PoolClient[] = []
  try {
    let snapshot: string | null = null
    while (clients.length < count) {
      const client = await pool.connect()
      clients.push(client)
      await client.query('begin isolation level repeatable read read only')
      if (snapshot !== null) await client.query(`set transaction snapshot '${snapshot}'`)
      else if (count > 1) snapshot = (await client.query<{ id: string }>('select pg_export_snapshot() as id')).rows[0]!.id
      await client.query(settings.map((setting) => `set local ${setting}`).join(';'))
    }
    await work(clients)
    for (const client of clients) await client.query('commit')
  } catch (error) {
    for (const client of clients) client.release(true)
    throw error
  }
  for (const client of clients) client.release()
}
