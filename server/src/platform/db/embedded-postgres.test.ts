import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir, homedir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { openDatabase } from './database.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

const folders: string[] = []
afterEach(() => {
  vi.unstubAllEnvs()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function scratch(parent: string): string {
  const folder = mkdtempSync(join(parent, '.simdeck-postgres-'))
  folders.push(folder)
  return folder
}

/** A folder that the user of PostgreSQL may enter, so that the cluster is created in it. */
function openScratch(): string {
  const folder = scratch(tmpdir())
  chmodSync(folder, 0o755)
  return folder
}

async function count(url: string, statement: 'write' | 'read'): Promise<number> {
  const { pool, close } = openDatabase(url)
  if (statement === 'write')
    await pool.query('create table if not exists kept (at timestamptz default now()); insert into kept default values')
  const { rows } = await pool.query<{ n: number }>('select count(*)::int as n from kept')
  await close()
  return rows[0]!.n
}

test('data survives a stop, and a start uses the server that still runs after a crash of Simdeck', async () => {
  const folder = scratch(tmpdir())
  const first = await startEmbeddedPostgres(folder)
  expect(await count(first.url, 'write')).toBe(1)
  const joined = await startEmbeddedPostgres(folder)
  expect(joined.url).toBe(first.url)
  await joined.stop()
  const second = await startEmbeddedPostgres(folder)
  expect(await count(second.url, 'read')).toBe(1)
  await second.stop()
  expect(statSync(join(folder, 'postgres-password')).mode & 0o077).toBe(0)
})

test('a start deletes the remains of a start that was killed while it made the cluster; PostgreSQL gets no secrets of the environment', async () => {
  vi.stubEnv('MASTER_KEY', 'canary-of-the-environment')
  const folder = openScratch()
  const left = join(folder, 'postgres.new-0123456789ab')
  mkdirSync(left)
  writeFileSync(join(left, 'PG_VERSION'), '18\n')
  const server = await startEmbeddedPostgres(folder)
  expect(await count(server.url, 'write')).toBe(1)
  expect(readdirSync(folder).toSorted()).toEqual(['postgres', 'postgres-password'])
  const [pid] = readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
  if (existsSync(`/proc/${pid}/environ`)) expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('canary')
  await server.stop()
})

test('simultaneous starts use one PostgreSQL', async () => {
  const folder = openScratch()
  const first = await startEmbeddedPostgres(folder)
  await first.stop()
  const starting = startEmbeddedPostgres(folder)
  while (!existsSync(join(folder, 'postgres', 'postmaster.pid'))) await wait(1)
  const joined = await startEmbeddedPostgres(folder)
  expect(joined.url).toBe((await starting).url)
  await joined.stop()
})

test.runIf(process.getuid?.() === 0)(
  'as root, PostgreSQL also starts for a folder that only root may enter, and has no rows after that folder was deleted',
  async () => {
    const folder = scratch(homedir())
    expect(statSync(folder).mode & 0o077).toBe(0)
    const server = await startEmbeddedPostgres(folder)
    expect(await count(server.url, 'write')).toBe(1)
    expect(existsSync(join(folder, 'postgres'))).toBe(false)

    rmSync(folder, { recursive: true })
    mkdirSync(folder, { mode: 0o700 })
    const again = await startEmbeddedPostgres(folder)
    expect(await count(again.url, 'write')).toBe(1)
    await again.stop()
  },
)
