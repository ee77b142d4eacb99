import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '@simdeck/server/platform/db/database.ts'
import { startEmbeddedPostgres } from '@simdeck/server/platform/db/embedded-postgres.ts'
import { makeTemplate } from '@simdeck/server/testing/databases.ts'
import { startPostgresProxy } from './postgres-proxy.ts'

/** A PostgreSQL that keeps its address when it is stopped and started again. */
export type OwnPostgres = AsyncDisposable & {
  url: string
  port: () => number
  /** Stops PostgreSQL like `pg_ctl stop -m immediate`, without a clean shutdown. */
  stopImmediately: () => Promise<void>
  start: () => Promise<void>
}

/** Starts the PostgreSQL. `fsync` may be off, since only processes are killed, never the machine. */
export async function startOwnPostgres(dataDir: string): Promise<OwnPostgres> {
  const settings = { shared_buffers: '128MB', max_connections: '200', fsync: 'off' }
  let running = await startEmbeddedPostgres(dataDir, { settings })
  const port = () => Number(new URL(running.url).port)
  const proxy = await startPostgresProxy({ port, watch: () => true })
  await makeTemplate(running.url)
  return {
    url: proxy.through(running.url),
    port,
    async stopImmediately() {
      const pid = await postmaster(running.url)
      process.kill(pid, 'SIGQUIT')
      while (alive(pid)) await wait(5)
    },
    async start() {
      running = await startEmbeddedPostgres(dataDir, { settings })
    },
    async [Symbol.asyncDispose]() {
      await proxy.close()
      await running.stop()
    },
  }
}

async function postmaster(url: string): Promise<number> {
  const { pool, close } = openDatabase(url, { max: 1 })
  try {
    const { rows } = await pool.query<{ file: string }>(`select pg_read_file('postmaster.pid') as file`)
    return Number(rows[0]!.file.split('\n')[0])
  } finally {
    await close()
  }
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
