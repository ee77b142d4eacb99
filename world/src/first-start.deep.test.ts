import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { tokensOf } from '@simdeck/contract/auth.ts'
import { createClient } from '@simdeck/contract/client.ts'
import { basePaths, endpoints } from '@simdeck/contract/endpoints.ts'
import { freePort } from '@simdeck/server/platform/free-port.ts'
import { makeDatabase } from '@simdeck/server/testing/databases.ts'
import { demoPackages } from './demo/packages.ts'
import type { StatementMoment } from './kills/postgres-proxy.ts'
import { killAt, nth } from './kills/kill-at.ts'
import { spawnNode } from './testing/server-process.ts'

const script = join(import.meta.dirname, 'main.ts')
const sims = 30
let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'simdeck-first-start-'))
  const consoleFolder = join(folder, 'console')
  mkdirSync(join(consoleFolder, 'assets'), { recursive: true })
  writeFileSync(join(consoleFolder, 'index.html'), '<!doctype html>')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function commitOfAccounts(phase: StatementMoment['phase']): (moment: StatementMoment) => boolean {
  let made = false
  return (moment) => {
    made ||= moment.sql.startsWith('insert into "members"')
    return made && moment.phase === phase && /^commit/i.test(moment.sql)
  }
}

test('after kill -9 at any write of a first start, the file has every valid password, and the next start completes the demo', async () => {
  const database = await makeDatabase(inject('postgresUrl'))
  const port = await freePort()
  const dataDir = join(folder, 'data')
  const env = {
    DATA_DIR: dataDir,
    MASTER_KEY: randomBytes(32).toString('hex'),
    PORT: String(port),
    DEVICE_PORT: '0',
    SERVICES: 'console,ota,device,jobs',
    DEMO: '1',
    DEMO_SIMS: String(sims),
    CONSOLE_DIST: join(folder, 'console'),
  }
  const run = (databaseUrl: string) => spawnNode(script, { ...env, DATABASE_URL: databaseUrl })
  const moments = {
    'the accounts are printed but not committed': commitOfAccounts('before'),
    'the accounts are committed but the server has no answer': commitOfAccounts('after'),
    'one package is stored': nth(1, /^insert into "packages"/, 'before'),
    'the SIMs are being imported': nth(1, /insert into sims \(/, 'after'),
    'one campaign exists': nth(2, /insert into "?campaigns"? \(/, 'before'),
  }
  try {
    const passwords: string[] = []
    for (const isMoment of Object.values(moments)) {
      await killAt({ databaseUrl: database.url, run, isMoment })
      passwords.push(readFileSync(join(dataDir, 'first-accounts.txt'), 'utf8'))
    }
    expect(new Set(passwords.slice(1)).size).toBe(1)
    const node = run(database.url)
    await node.line('Simdeck is ready')

    const baseUrl = (api: keyof typeof basePaths) => `http://127.0.0.1:${port}${basePaths[api]}`
    const anonymous = createClient({ baseUrl, headers: () => ({}) })
    const [root, admin, member] = passwords
      .at(-1)!
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
    expect([root![0], admin![0], member![0]]).toEqual(['ROOT', 'ADMIN', 'MEMBER'])
    const login = ([, email = '', password = '']: string[]) => anonymous(endpoints.login, { body: { email, password } })
    expect(await login(root!)).toMatchObject({ challenge: 'NEW_PASSWORD_REQUIRED' })
    await login(member!)
    const { accessToken } = tokensOf(await login(admin!))
    const call = createClient({ baseUrl, headers: () => ({ authorization: `Bearer ${accessToken}` }) })
    expect((await call(endpoints.listPackages, { query: { take: 100 } })).totalItems).toBe(demoPackages.length)
    expect((await call(endpoints.listSims, { query: { take: 1 } })).totalItems).toBe(sims)
    const campaigns = await call(endpoints.listCampaigns, { query: { take: 100 } })
    const names = campaigns.data.map(({ name }) => name)
    expect(names.length).toBeGreaterThan(3)
    expect(new Set(names).size).toBe(names.length)
    expect(campaigns.data.filter(({ state }) => state === 'awaitingApproval')).toHaveLength(1)
    const settings = await call(endpoints.getUserConfig, { query: {} })
    expect(settings.find(({ key }) => key === 'system_ota_approval_threshold')?.value).toBe('0')
    await node.kill()
    expect(readdirSync(dataDir).toSorted()).toEqual([
      'demo-carrier-ntt.json',
      'demo-carrier.json',
      'demo-fleet.json',
      'demo-messages.json',
      'first-accounts.txt',
    ])
    for (const name of readdirSync(dataDir)) expect(statSync(join(dataDir, name)).mode & 0o077).toBe(0)
  } finally {
    await database.drop()
  }
})

test('the server accepts no connection before the first accounts exist', async () => {
  const database = await makeDatabase(inject('postgresUrl'))
  const port = await freePort()
  const dataDir = join(folder, 'unanswered')
  const env = { DATA_DIR: dataDir, MASTER_KEY: randomBytes(32).toString('hex'), PORT: String(port), DEVICE_PORT: '0', DEMO: '0' }
  let refused: unknown = null
  try {
    await killAt({
      databaseUrl: database.url,
      run: (databaseUrl) => spawnNode(script, { ...env, CONSOLE_DIST: join(folder, 'console'), DATABASE_URL: databaseUrl }),
      isMoment: (moment) => {
        if (!moment.sql.startsWith('insert into "members"')) return false
        refused = fetch(`http://127.0.0.1:${port}/readyz`).then(
          ({ status }) => status,
          (error: Error) => (error.cause as { code?: string }).code,
        )
        return true
      },
    })
    expect(await refused).toBe('ECONNREFUSED')
    expect(existsSync(join(dataDir, 'first-accounts.txt'))).toBe(false)
  } finally {
    await database.drop()
  }
})
