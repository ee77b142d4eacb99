import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir, homedir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { openDatabase } from './database.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function scratch(parent: string): string {
  const folder = mkdtempSync(join(parent, '.simdeck-postgres-'))
  folders.push(folder)
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

test('data outlives a stop, and a start joins a server that still runs after a crash of ours', async () => {
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

test.runIf(process.getuid?.() === 0)('as root, also from a folder that only root may enter; who deletes it begins again', async () => {
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
})
