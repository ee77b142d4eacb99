import pg from 'pg'
import { Sequence } from '../sequence.ts'

/**
 * Locks by number that last as long as this process and its connection to the database: a process that dies loses them at once. They are
 * taken one by one on a separate connection, which is opened at the first use.
 */
export class AdvisoryLocks {
  readonly #url: string
  readonly #space: number
  readonly #onLost: () => void
  #client: pg.Client | null = null
  readonly #held = new Set<number>()
  /** The connection takes one statement at a time. */
  readonly #statements = new Sequence()

  /** `space` separates numbers with different meanings. `onLost` is called when the connection, and with it every lock, is lost. */
  constructor(url: string, space: number, onLost: () => void) {
    this.#url = url
    this.#space = space
    this.#onLost = onLost
  }

  /** Takes the lock; true if this process has it, also from an earlier call. */
  take(number: number): Promise<boolean> {
    return this.#statements.run(() => this.#take(number))
  }

  /** Never throws: a lock that cannot be released was lost with its connection. */
  release(number: number): Promise<void> {
    return this.#statements.run(() => this.#release(number))
  }

  async close(): Promise<void> {
    const client = this.#client
    this.#client = null
    this.#held.clear()
    // A connection that cannot be closed properly is lost, and its locks with it.
    await client?.end().catch(() => undefined)
  }

  async #take(number: number): Promise<boolean> {
    if (this.#held.has(number)) return true
    const client = this.#client ?? (await this.#connect())
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1, $2) as taken', [this.#space, number])
    const taken = rows[0]?.taken === true && this.#client === client
    if (taken) this.#held.add(number)
    return taken
  }

  async #release(number: number): Promise<void> {
    if (!this.#held.delete(number)) return
    // A failure means that the connection was lost, and PostgreSQL ends the locks of a lost connection.
    await this.#client?.query('select pg_advisory_unlock($1, $2)', [this.#space, number]).catch(() => undefined)
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: this.#url, keepAlive: true, connectionTimeoutMillis: 10_000 })
    const lost = () => {
      if (this.#client !== client) return
      this.#client = null
      this.#held.clear()
      this.#onLost()
    }
    client.on('error', lost)
    client.on('end', lost)
    await client.connect()
    // PostgreSQL releases the locks of a node whose machine has failed within half a minute.
    await client.query('set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3')
    this.#client = client
    return client
  }
}
