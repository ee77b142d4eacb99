import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { tokensOf } from '@simdeck/contract/auth.ts'
import { createClient } from '@simdeck/contract/client.ts'
import { basePaths, endpoints } from '@simdeck/contract/endpoints.ts'
import { makeAccount } from '@simdeck/server/auth/first-member.ts'
import { openDatabase } from '@simdeck/server/platform/db/database.ts'
import { builtConsole } from '../console-build.ts'
import { spawnServer } from '../testing/server-process.ts'
import type { Bench, BenchFlags } from './bench.ts'
import { benchDatabase } from './bench-database.ts'
import { forgetPeak, processMemory } from './process-memory.ts'
import { parentOf } from './processor-time.ts'
import { readProfile } from './profile.ts'
import { reportTo } from './report.ts'

/** Starts the environment of a benchmark, runs `work` and takes the environment down. */
export async function withBench(
  options: { dataDir: string; sims: number; keys: boolean; flags: BenchFlags; print: (text: string) => void },
  work: (bench: Bench) => Promise<void>,
): Promise<void> {
  const { sims, keys, flags, print } = options
  await using database = await benchDatabase(join(options.dataDir, 'bench'), { sims, keys, note: print })
  await builtConsole()
  const folder = mkdtempSync(join(tmpdir(), 'simdeck-bench-'))
  const profiles = join(folder, 'profiles')
  let startedAt = 0
  const start = (env: Record<string, string> = {}) => {
    startedAt = performance.now()
    return spawnServer({
      DATABASE_URL: database.url,
      MASTER_KEY: database.masterKey,
      PORT: '0',
      DEVICE_PORT: '0',
      SERVICES: 'console,ota,device,jobs',
      ROOT_PASSWORD: 'Bench-root-1',
      // The benchmark shares the processors with the server and waits for it, so delays are not overload.
      OVERLOAD_MS: '30000',
      ...(flags.profile ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profiles}` } : {}),
      ...env,
    })
  }
  let server = await start()
  const sqlClient = openDatabase(database.url, { max: 4 })
  const url = () => `http://127.0.0.1:${server.httpPort}`
  try {
    const account = await makeAccount(sqlClient.db, { email: 'bench@simdeck.example', name: 'Bench', role: 'ADMIN' })
    const { rows } = await sqlClient.pool.query<{ pid: number }>('select pg_backend_pid() as pid')
    await work({
      get url() {
        return url()
      },
      get serverPid() {
        return server.pid
      },
      get devicePort() {
        return server.devicePort
      },
      ...signedIn(url, account),
      databaseUrl: database.url,
      masterKey: database.masterKey,
      postgresPid: parentOf(rows[0]!.pid),
      query: async (sql, values) => (await sqlClient.pool.query(sql, values)).rows as never,
      sims,
      async restart(env) {
        await server.kill()
        server = await start(env)
      },
      startedAt: () => startedAt,
      logLine: (text) => server.line(text),
      async metrics() {
        const text = await (await fetch(`http://127.0.0.1:${server.metricsPort}/metrics`)).text()
        return new Map([...text.matchAll(/^(\w+) (\S+)$/gm)].map(([, name = '', value]) => [name, Number(value)]))
      },
      async profile() {
        await ended(server.pid)
        return readProfile(profiles)
      },
      rss: async () => processMemory(server.pid).peak,
      rssNow: async () => processMemory(server.pid).now,
      forgetPeak: async () => forgetPeak(server.pid),
      ...reportTo(print),
      folder,
      flags,
    })
  } catch (error) {
    print(server.output().split('\n').slice(-10).join('\n'))
    throw error
  } finally {
    await sqlClient.close()
    await server.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Asks a process to end and waits until it has. */
async function ended(pid: number): Promise<void> {
  process.kill(pid, 'SIGTERM')
  try {
    for (;;) {
      process.kill(pid, 0)
      await pause(100)
    }
  } catch {
    // The process has ended.
  }
}

/** Age at which a token is replaced. */
const tokenAgeMs = 60_000

function signedIn(url: () => string, { email, password }: { email: string; password: string }): Pick<Bench, 'call' | 'accessToken'> {
  const baseUrl = (api: keyof typeof basePaths) => url() + basePaths[api]
  const anonymous = createClient({ baseUrl, headers: () => ({}) })
  let token = ''
  let signedInAt = -Infinity
  const accessToken = async () => {
    if (performance.now() - signedInAt < tokenAgeMs) return token
    token = tokensOf(await anonymous(endpoints.login, { body: { email, password } })).accessToken
    signedInAt = performance.now()
    return token
  }
  const withToken: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('authorization', `Bearer ${await accessToken()}`)
    return fetch(input, { ...init, headers })
  }
  return { call: createClient({ baseUrl, headers: () => ({}), fetch: withToken }), accessToken }
}
