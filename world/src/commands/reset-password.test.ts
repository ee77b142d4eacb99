import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { failure } from '@simdeck/server/testing/people.ts'
import { startTestServer } from '@simdeck/server/testing/server.ts'
import { runCommand } from '../testing/command.ts'

test('`reset-password` prints a password for a ROOT without mail, and ends the old password and its sign-ins', async () => {
  await using server = await startTestServer()
  const env = { DATABASE_URL: server.databaseUrl, MASTER_KEY: server.masterKey }
  const root = await server.signIn('ROOT')
  const { output, code } = await runCommand('reset-password', env, root.email.toUpperCase())
  const password = output.split('\n').at(-1) ?? ''
  expect([code, password.length]).toEqual([0, 16])
  const { password_hash: stored } = await server.db
    .selectFrom('members')
    .select('password_hash')
    .where('email', '=', root.email)
    .executeTakeFirstOrThrow()
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  const login = await server.anonymous(endpoints.login, { body: { email: root.email, password } })
  expect(login).toMatchObject({ challenge: 'NEW_PASSWORD_REQUIRED' })
  expect(await failure(root(endpoints.check, {}))).toMatchObject({ code: 'sessionEnded' })
  const other = await server.signIn('ROOT')
  const [row] = (await other(endpoints.listSystemLogs, { query: { title: 'memberUpdate' } })).data
  expect(row).toMatchObject({ request_by: 'server', action: 'memberUpdate' })
  expect(JSON.stringify(row)).not.toContain(password)
  expect((await runCommand('reset-password', env, 'nobody@example.com')).failure).toBe('There is no active member nobody@example.com')
  expect((await runCommand('reset-password', env)).failure).toBe('Usage: npm run -s reset-password -- EMAIL')
})
