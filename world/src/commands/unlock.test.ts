import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { makeAccount } from '@simdeck/server/auth/first-member.ts'
import { startTestServer } from '@simdeck/server/testing/server.ts'
import { runCommand } from '../testing/command.ts'

const unlock = (env: Record<string, string>, ...args: string[]) => runCommand('unlock', env, ...args)

test('`unlock` lets a locked member sign in again, and reports a member who is unlocked or unknown', async () => {
  await using server = await startTestServer()
  const env = { DATABASE_URL: server.databaseUrl, MASTER_KEY: server.masterKey }
  const account = { email: 'taro@example.com', password: 'Kx7mQp2!vRtw' }
  await makeAccount(server.db, { ...account, name: 'Taro', role: 'MEMBER' })
  const login = (password: string) =>
    server.anonymous(endpoints.login, { body: { email: account.email, password } }).then(
      () => 'ok',
      (error: { body: { code: string } }) => error.body.code,
    )
  for (let time = 0; time < 10; time++) await login('wrong')
  expect(await login(account.password)).toBe('accountLocked')
  expect(await unlock(env, 'TARO@example.com')).toEqual({ code: 0, output: 'TARO@example.com can sign in again', failure: '' })
  expect(await login(account.password)).toBe('ok')
  expect(await unlock(env, account.email)).toEqual({ code: 0, output: 'taro@example.com is not locked', failure: '' })
  expect(await unlock(env, 'nobody@example.com')).toEqual({ code: 1, output: '', failure: 'There is no member nobody@example.com' })
})

test('`unlock` reports a missing address and a missing installation', async () => {
  const env = { DATA_DIR: mkdtempSync(join(tmpdir(), 'simdeck-')) }
  expect(await unlock(env)).toEqual({ code: 1, output: '', failure: 'Usage: npm run -s unlock -- EMAIL' })
  expect((await unlock(env, 'taro@example.com')).failure).toContain('There is no installation in')
})
