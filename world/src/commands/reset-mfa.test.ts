import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { codeOf, enableMfa } from '@simdeck/server/testing/people.ts'
import { startTestServer } from '@simdeck/server/testing/server.ts'
import { makePerson } from '../testing/people.ts'
import { runCommand } from '../testing/command.ts'

test('after `reset-mfa`, a ROOT without device and recovery codes signs in with the password alone', async () => {
  await using server = await startTestServer()
  const env = { DATABASE_URL: server.databaseUrl, MASTER_KEY: server.masterKey }
  const { call, email, password } = await makePerson(server, 'ROOT')
  const signIn = () => server.anonymous(endpoints.login, { body: { email, password } })
  expect((await runCommand('reset-mfa', env, email)).output).toBe(`${email} has no multi-factor authentication`)
  await enableMfa(call)
  expect(await signIn()).toMatchObject({ challenge: 'SOFTWARE_TOKEN_MFA' })

  expect(await runCommand('reset-mfa', env, email.toUpperCase())).toMatchObject({ code: 0 })
  expect(await codeOf(call(endpoints.check, {}))).toBe('sessionEnded')
  expect(await signIn()).not.toHaveProperty('challenge')
  const other = await server.signIn('ROOT')
  const [row] = (await other(endpoints.listSystemLogs, { query: { title: 'memberUpdate' } })).data
  expect(row).toMatchObject({ request_by: 'server', action: 'memberUpdate' })
  const [event] = (await other(endpoints.listSecurityEvents, { query: { event: 'mfaReset' } })).data
  expect(event).toMatchObject({ event: 'mfaReset', target: email })
  expect((await runCommand('reset-mfa', env, 'nobody@example.com')).failure).toBe('There is no member nobody@example.com')
  expect((await runCommand('reset-mfa', env)).failure).toBe('Usage: npm run -s reset-mfa -- EMAIL')
})
