import { connect, createServer, type Socket } from 'node:net'
import { PostgresMessages, PostgresStatements, writes } from './postgres-messages.ts'

/**
 * A writing statement at one of two moments: before it reaches PostgreSQL, and after PostgreSQL's answer but before the client gets it.
 * `connection` is one object for all statements of a connection.
 */
export type StatementMoment = { sql: string; phase: 'before' | 'after'; connection: { keepsPlans: boolean } }

export type PostgresProxy = {
  /** Changes a database address so that it leads through the proxy. */
  through: (databaseUrl: string) => string
  close: () => Promise<void>
}

/**
 * Starts a proxy between servers and PostgreSQL, without TLS. `watch` is called at every moment of a writing statement. If it returns
 * false, the statement or its answer is dropped and the connection is cut. `port` returns the current port of PostgreSQL.
 */
export async function startPostgresProxy(options: {
  port: () => number
  watch: (moment: StatementMoment) => boolean
}): Promise<PostgresProxy> {
  const open = new Set<Socket>()
  const proxy = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ host: '127.0.0.1', port: options.port(), noDelay: true })
    const cut = () => {
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('error', cut)
      socket.on('close', () => {
        open.delete(socket)
        cut()
      })
    }
    relay({ client, upstream, cut, watch: options.watch })
  })
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done))
  const address = proxy.address()
  const port = address && typeof address === 'object' ? address.port : 0
  return {
    through: (databaseUrl) => Object.assign(new URL(databaseUrl), { host: `127.0.0.1:${port}` }).toString(),
    close: () =>
      new Promise((done) => {
        proxy.close(() => done())
        for (const socket of open) socket.destroy()
      }),
  }
}

function relay({
  client,
  upstream,
  cut,
  watch,
}: {
  client: Socket
  upstream: Socket
  cut: () => void
  watch: (moment: StatementMoment) => boolean
}): void {
  const asked = new PostgresMessages('client')
  const answered = new PostgresMessages('server')
  const statements = new PostgresStatements()
  let writing: string | null = null
  let held: Buffer[] = []
  client.on('data', (data) => {
    for (const message of asked.read(data)) {
      const sql = statements.executedBy(message)
      if (sql !== null && writes(sql)) {
        if (!watch({ sql, phase: 'before', connection: statements })) return cut()
        writing = sql
      }
      upstream.write(message.bytes)
    }
  })
  upstream.on('data', (data) => {
    for (const message of answered.read(data)) {
      if (writing === null) {
        client.write(message.bytes)
        continue
      }
      held.push(message.bytes)
      // ReadyForQuery marks the end of the statement.
      if (message.type !== 'Z') continue
      const sql = writing
      writing = null
      if (!watch({ sql, phase: 'after', connection: statements })) return cut()
      for (const bytes of held) client.write(bytes)
      held = []
    }
  })
}
