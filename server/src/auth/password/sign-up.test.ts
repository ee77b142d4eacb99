import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { sweepAuth } from '../sweep.ts'
import { clientOf, mailsTo, makeMember, outcomeOf, refusal, tokenIn } from '../testing.ts'

const fresh = 'Fresh!Sakana77'
const register = (server: TestServer, email: string, name = 'Hanako') =>
  clientOf(server, null)(endpoints.register, { body: { email, name } })
const confirm = (server: TestServer, challengeToken: string) =>
  clientOf(server, null)(endpoints.confirmPassword, { body: { challengeToken, new_password: fresh } })

async function openSignUp(server: TestServer): Promise<void> {
  const root = await makeMember(server, 'ROOT')
  await root.call(endpoints.putAccessRestrictions, { body: { domains: ['example.com'], console_ranges: [], api_ranges: [] } })
}

test('sign-up is closed until the settings name domains, and then open to those domains only', async () => {
  await using server = await startTestServer()
  expect(await refusal(register(server, 'hanako@example.com'))).toMatchObject({ status: 403, message: 'Sign-up is closed' })
  await openSignUp(server)
  expect(await refusal(register(server, 'hanako@elsewhere.example'))).toMatchObject({ status: 400, message: 'Email invalid' })
  expect(await outcomeOf(register(server, 'hanako@EXAMPLE.com'))).toBe('ok')
})

test('a person who signs up gets a link, sets a password with it once, and becomes a MEMBER', async () => {
  await using server = await startTestServer()
  await openSignUp(server)
  await register(server, 'hanako@example.com')
  const token = tokenIn(await mailsTo(server, 'hanako@example.com'))
  expect(await server.anonymous(endpoints.checkLink, { body: { challengeToken: token } })).toEqual({
    purpose: 'signUp',
    email: 'hanako@example.com',
  })
  expect(await outcomeOf(server.anonymous(endpoints.login, { body: { email: 'hanako@example.com', password: fresh } }))).toBe(
    'incorrectCredentials',
  )
  const answer = await confirm(server, token)
  const me = await clientOf(server, 'accessToken' in answer ? answer.accessToken : '')(endpoints.getMe, {})
  expect(me).toMatchObject({ name: 'Hanako', role_id: 3 })
  expect(await outcomeOf(confirm(server, token))).toBe('invalidTemporaryPassword')
})

test('a mail that a sign-up or an address change sends to another person contains no text of the sender', async () => {
  await using server = await startTestServer()
  await openSignUp(server)
  const text = 'Win at evil.example'
  await register(server, 'hanako@example.com', text)
  const member = await makeMember(server)
  await member.call(endpoints.putMe, { body: { name: text } })
  await member.call(endpoints.requestEmailChange, { body: { email: 'jiro@example.com' } })
  for (const address of ['hanako@example.com', 'jiro@example.com'])
    expect(JSON.stringify(await mailsTo(server, address))).not.toContain('evil')
})

test('a second sign-up before the link is used sends another link and makes the first void', async () => {
  await using server = await startTestServer()
  await openSignUp(server)
  await register(server, 'hanako@example.com', 'Somebody else')
  const first = tokenIn(await mailsTo(server, 'hanako@example.com'))
  await register(server, 'hanako@example.com', 'Hanako')
  const second = tokenIn(await mailsTo(server, 'hanako@example.com', 2))
  expect(await outcomeOf(confirm(server, first))).toBe('invalidTemporaryPassword')
  expect(await outcomeOf(confirm(server, second))).toBe('ok')
  expect(await server.db.selectFrom('members').select('name').where('email', '=', 'hanako@example.com').execute()).toEqual([
    { name: 'Hanako' },
  ])
})

test('a sign-up with a known address gets the same answer, and causes a mail that changes nothing', async () => {
  await using server = await startTestServer()
  await openSignUp(server)
  const member = await makeMember(server)
  expect(await register(server, member.email, 'Impostor')).toEqual(await register(server, 'new@example.com'))
  const [note] = await mailsTo(server, member.email)
  expect(note?.body).toContain('/login')
  expect(note?.body).not.toContain('/change-password')
  expect((await member.call(endpoints.getMe, {})).name).toBe('Taro Unyo')
})

test('simultaneous sign-ups with one address create one member', async () => {
  await using server = await startTestServer()
  await openSignUp(server)
  await Promise.all(Array.from({ length: 4 }, () => register(server, 'hanako@example.com')))
  await mailsTo(server, 'hanako@example.com', 4)
  expect(await server.db.selectFrom('members').select('id').where('email', '=', 'hanako@example.com').execute()).toHaveLength(1)
  const open = await server.db.selectFrom('challenges').select('hash').execute()
  expect(open).toHaveLength(1)
})

test('an unconfirmed sign-up is deleted a week after its last link expired, a member never', async () => {
  await using server = await startTestServer()
  await openSignUp(server)
  await register(server, 'old@example.com')
  await register(server, 'new@example.com')
  await mailsTo(server, 'old@example.com')
  await mailsTo(server, 'new@example.com')
  const old = new Date(Date.now() - 8 * 86_400_000 - 60_000)
  await server.db.updateTable('members').set({ updated_at: old }).where('email', '<>', 'new@example.com').execute()
  const before = await server.db.selectFrom('members').select('email').execute()
  await sweepAuth(server.db)
  const left = await server.db.selectFrom('members').select('email').execute()
  expect(left.map(({ email }) => email).toSorted()).toEqual(
    before
      .map(({ email }) => email)
      .filter((email) => email !== 'old@example.com')
      .toSorted(),
  )
})

test('hostile names are stored unchanged and mailed as text; names with invisible characters are refused', async () => {
  await using server = await startTestServer()
  await openSignUp(server)
  const names = ['<script>alert(1)</script>', "'; drop table members; --", '👩 家族', '{url}{password}']
  for (const [at, name] of names.entries()) {
    const email = `hostile-${at}@example.com`
    await register(server, email, name)
    await confirm(server, tokenIn(await mailsTo(server, email)))
    await register(server, email, 'Somebody else')
    const [, mail] = await mailsTo(server, email, 2)
    expect(mail?.body).toContain(name)
    expect(await server.db.selectFrom('members').select('name').where('email', '=', email).executeTakeFirst()).toEqual({ name })
  }
  for (const name of ['\u202Egnp.exe', '👩\u200D👩'])
    await expect(register(server, 'unseen@example.com', name)).rejects.toMatchObject({ status: 400, body: { code: 'invalidInput' } })
})
