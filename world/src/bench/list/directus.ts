import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { simFieldsWith } from '@simdeck/contract/sim-fields.ts'
import { childEnvironment, readConfig } from '@simdeck/server/config.ts'
import { openDatabase } from '@simdeck/server/platform/db/database.ts'
import { freePort } from '@simdeck/server/platform/free-port.ts'
import { simTables, simValue } from '@simdeck/server/sims/sql/sim-values.ts'
import { spawnNode } from '../../testing/server-process.ts'
import type { Bench } from '../bench.ts'
import { pageSize } from './combinations.ts'
import { peerIndexes, type PeerQuestion } from './peer-questions.ts'

const version = '12.4.0'
/** The version of `isolated-vm` that Directus asks for cannot be compiled for Node 24. */
const overrides = { 'isolated-vm': '6.1.2' }
/** Holds the system tables of Directus and its copy of the list. */
const schema = 'directus'
const token = 'bench-directus-token'
const startLimitMs = 120_000
const pollMs = 200

export type Peer = { list: (question: PeerQuestion, page: number) => Promise<{ ids: number[]; total: number }>; close: () => Promise<void> }

/** Starts Directus on a plain copy of the list's columns in the benchmark's database. Installs Directus where it is missing. */
export async function startDirectus(bench: Bench): Promise<Peer> {
  const folder = join(readConfig().DATA_DIR, 'bench', 'directus')
  if (!existsSync(join(folder, 'node_modules/directus/cli.js'))) install(folder, bench)
  await copyList(bench)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = environment(bench, port)
  const script = join(folder, 'node_modules/directus/cli.js')
  execFileSync(process.execPath, [script, 'bootstrap'], { cwd: folder, env: { ...childEnvironment(), ...env }, stdio: 'pipe' })
  const directus = spawnNode(script, env, { args: ['start'], cwd: folder })
  const send = async (path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const response = await fetch(url + path, { ...init, headers })
    if (!response.ok) throw new Error(`Directus answered ${response.status}: ${(await response.text()).slice(0, 500)}`)
    return (await response.json()) as { data: { id: number }[]; meta?: { filter_count: number } }
  }
  await answers(`${url}/server/ping`)
  await send('/collections/sims', { method: 'PATCH', body: JSON.stringify({ meta: { hidden: false } }) })
  return {
    async list({ filter, sort }, page) {
      const query = new URLSearchParams({
        fields: '*',
        filter: JSON.stringify(filter),
        sort,
        limit: String(pageSize),
        page: String(page),
        meta: 'filter_count',
      })
      const { data, meta } = await send(`/items/sims?${query}`)
      return { ids: data.map(({ id }) => Number(id)), total: Number(meta?.filter_count) }
    },
    close: directus.kill,
  }
}

function install(folder: string, bench: Bench): void {
  bench.note(`Directus ${version} is installed in ${folder}, for this and later runs`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'peer', private: true, overrides }))
  execFileSync('npm', ['install', '--no-audit', '--no-fund', `directus@${version}`], {
    cwd: folder,
    env: childEnvironment(),
    stdio: 'pipe',
  })
}

/** A table with the columns of the list, as they are shown, and an index for each that is filtered or sorted. */
async function copyList({ databaseUrl }: Bench): Promise<void> {
  const database = openDatabase(databaseUrl, { max: 1 })
  const textOf = (part: typeof simTables) => part.compile(database.db).sql
  const columns = simFieldsWith({}).map((name) => `${textOf(simValue(name))} as "${name === 'group' ? 'group_name' : name}"`)
  try {
    await database.pool.query(`create schema ${schema}; create extension if not exists pg_trgm`)
    await database.pool.query(`create table ${schema}.sims as select ${columns.join(', ')} from ${textOf(simTables)} order by sims.id`)
    await database.pool.query(`alter table ${schema}.sims add primary key (id)`)
    for (const column of peerIndexes.whole) await database.pool.query(`create index on ${schema}.sims (${column})`)
    for (const column of peerIndexes.parts) await database.pool.query(`create index on ${schema}.sims using gin (${column} gin_trgm_ops)`)
    await database.pool.query(`vacuum analyze ${schema}.sims`)
  } finally {
    await database.close()
  }
}

const environment = ({ databaseUrl }: Bench, port: number): Record<string, string> => ({
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  PORT: String(port),
  DB_CLIENT: 'pg',
  DB_CONNECTION_STRING: databaseUrl,
  DB_SEARCH_PATH: `array:${schema}`,
  SECRET: 'bench-directus-secret-of-a-scratch-database',
  ADMIN_EMAIL: 'bench@example.com',
  ADMIN_PASSWORD: 'Bench-admin-1',
  ADMIN_TOKEN: token,
  TELEMETRY: 'false',
  CACHE_ENABLED: 'false',
  RATE_LIMITER_ENABLED: 'false',
  PRESSURE_LIMITER_ENABLED: 'false',
  WEBSOCKETS_ENABLED: 'false',
  LOG_LEVEL: 'warn',
})

async function answers(url: string): Promise<void> {
  for (const end = performance.now() + startLimitMs; ;) {
    try {
      if ((await fetch(url)).ok) return
    } catch {
      // It does not listen yet.
    }
    if (performance.now() > end) throw new Error('Directus did not start')
    await pause(pollMs)
  }
}
