import { sql } from 'kysely'
import pg from 'pg'
import type { Db, OpenDatabase } from './database.ts'

const channel = 'simdeck'
const maxPayload = 7500

/** Sends a text to every node that listens. Throws for a text of more than 7,500 bytes, because PostgreSQL takes less than 8,000. */
export async function notify(database: OpenDatabase, payload: string): Promise<void> {
  if (Buffer.byteLength(payload) > maxPayload) throw new Error('a notification is too long')
  await database.pool.query('select pg_notify($1, $2)', [channel, payload])
}

/** Sends texts to every node once this transaction commits. */
export async function notifyAtCommit(trx: Db, payloads: readonly string[]): Promise<void> {
  if (payloads.length > 0) await sql`select pg_notify(${channel}, payload) from unnest(${payloads}::text[]) payload`.execute(trx)
}

/**
 * Listens on a separate connection until `close`. One second after a lost connection it connects again; it calls `onGap` because
 * notifications may have been missed meanwhile.
 */
export function listen(
  url: string,
  onPayload: (payload: string) => void,
  onGap: () => void,
): { ready: Promise<void>; close: () => Promise<void> } {
  let closed = false
  let client: pg.Client | null = null
  let retry: NodeJS.Timeout | undefined

  async function connect(again: boolean): Promise<void> {
    const next = new pg.Client({ connectionString: url, keepAlive: true })
    client = next
    const reconnect = () => {
      if (closed || client !== next) return
      client = null
      retry = setTimeout(() => void connect(true), 1000)
    }
    next.on('error', reconnect)
    next.on('end', reconnect)
    next.on('notification', (message) => onPayload(message.payload ?? ''))
    try {
      await next.connect()
      await next.query(`listen ${channel}`)
      if (again) onGap()
    } catch {
      // This connection failed already, and the next attempt opens another one.
      next.end().catch(() => undefined)
      reconnect()
    }
  }

  const ready = connect(false)
  return {
    ready,
    async close() {
      closed = true
      clearTimeout(retry)
      // A connection that was lost cannot be ended in order, and nothing more is read from it.
      await client?.end().catch(() => undefined)
    },
  }
}
