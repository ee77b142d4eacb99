import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { until } from '../../testing/until.ts'
import { sweepAuth } from '../sweep.ts'
import { clientOf, forgetProof, mailsTo, makeMember, outcomeOf, refusal, type TestMember, tokenIn } from '../testing.ts'

test('a member can change only the name of their own account', async () => {
  await using server = await startTestServer()
  const member = await makeMember(server, 'MEMBER')
  expect(await member.call(endpoints.putMe, { body: { name: '  海野 太郎 ' } })).toEqual({ name: '海野 太郎' })
  expect(await member.call(endpoints.getMe, {})).toMatchObject({ name: '海野 太郎', role_id: 3, Username: member.email })
  const more = { name: 'x', role_id: 1 } as { name: string }
  expect(await outcomeOf(member.call(endpoints.putMe, { body: more }))).toBe('invalidInput')
  for (const name of ['', '   ', 'x'.repeat(101), 'a\u0000b'])
    expect(await outcomeOf(member.call(endpoints.putMe, { body: { name } }))).toBe('invalidInput')
  const logged = await server.db.selectFrom('action_logs').select(['action', 'url', 'status', 'request_by']).orderBy('id').execute()
  expect(logged[0]).toEqual({ action: 'memberUpdate', url: '/v1/me', status: 200, request_by: member.email })
})

test('open sign-ins are listed with their origin; a member can end one or all others, and none of another member', async () => {
  await using server = await startTestServer()
  const member = await makeMember(server)
  const stranger = await makeMember(server)
  const { email, password } = member
  for (let time = 0; time < 3; time++) {
    await fetch(`${server.url}/v1/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': `Browser ${time}` },
      body: JSON.stringify({ email, password }),
    })
  }
  const list = await member.call(endpoints.listSignIns, {})
  expect(list.map(({ user_agent, current }) => [user_agent, current]).slice(0, 3)).toEqual([
    ['Browser 2', false],
    ['Browser 1', false],
    ['Browser 0', false],
  ])
  expect(list[3]).toMatchObject({ current: true, ip: '127.0.0.1' })
  const id = list[0]?.id ?? ''
  expect(await outcomeOf(stranger.call(endpoints.endSignIn, { params: { id } }))).toBe('signInNotFound')
  await member.call(endpoints.endSignIn, { params: { id } })
  expect(await refusal(member.call(endpoints.endSignIn, { params: { id } }))).toMatchObject({
    status: 404,
    message: 'The sign-in has already ended',
  })
  expect(await member.call(endpoints.endOtherSignIns, {})).toEqual({ ended: 2 })
  expect(await member.call(endpoints.listSignIns, {})).toHaveLength(1)
  expect(await outcomeOf(stranger.call(endpoints.getMe, {}))).toBe('ok')
})

test('the history lists the events of the last 90 days, newest first, page by page, and only to the member', async () => {
  await using server = await startTestServer()
  const member = await makeMember(server)
  const stranger = await makeMember(server)
  const { email, password } = member
  await outcomeOf(server.anonymous(endpoints.login, { body: { email, password: 'wrong' } }))
  await until(async () => (await member.call(endpoints.listSignInHistory, { query: {} })).totalItems === 2)
  await server.anonymous(endpoints.login, { body: { email, password } })
  const first = await member.call(endpoints.listSignInHistory, { query: { take: 2 } })
  expect(first.data.map(({ outcome }) => outcome)).toEqual(['succeeded', 'wrongPassword'])
  expect(first).toMatchObject({ totalItems: 3, totalPages: 2, pageIndex: 0 })
  const oldest = await member.call(endpoints.listSignInHistory, { query: { take: 1, sort: 'at:ASC' } })
  expect(oldest.data[0]).toMatchObject({ outcome: 'succeeded', ip: '127.0.0.1' })
  expect((await stranger.call(endpoints.listSignInHistory, { query: {} })).totalItems).toBe(1)
  await server.db
    .updateTable('sign_in_history')
    .set({ at: new Date(Date.now() - 91 * 86_400_000) })
    .where('outcome', '=', 'wrongPassword')
    .execute()
  expect((await member.call(endpoints.listSignInHistory, { query: {} })).totalItems).toBe(2)
  await sweepAuth(server.db)
  expect(await server.db.selectFrom('sign_in_history').select('id').execute()).toHaveLength(3)
})

const ask = (member: TestMember, email: string) => member.call(endpoints.requestEmailChange, { body: { email } })
const confirmLink = (server: TestServer, challengeToken: string) =>
  clientOf(server, null)(endpoints.confirmEmailChange, { body: { challengeToken } })

test('an address changes once, with the link in the mail to the new address; the old address gets a note', async () => {
  await using server = await startTestServer()
  const member = await makeMember(server)
  await ask(member, 'moved@example.com')
  const token = tokenIn(await mailsTo(server, 'moved@example.com'))
  expect((await mailsTo(server, member.email))[0]?.body).toContain('moved@example.com')
  expect((await member.call(endpoints.getMe, {})).email).toBe(member.email)
  expect(await server.anonymous(endpoints.checkLink, { body: { challengeToken: token } })).toEqual({
    purpose: 'emailChange',
    email: 'moved@example.com',
  })
  expect(await confirmLink(server, token)).toEqual({ email: 'moved@example.com' })
  expect((await member.call(endpoints.getMe, {})).email).toBe('moved@example.com')
  expect(await refusal(confirmLink(server, token))).toMatchObject({ status: 410, message: 'The link is no longer valid' })
  const login = (email: string) => outcomeOf(server.anonymous(endpoints.login, { body: { email, password: member.password } }))
  expect(await login(member.email)).toBe('incorrectCredentials')
  expect(await login('moved@example.com')).toBe('ok')
  const row = await server.db.selectFrom('action_logs').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
  expect(row).toMatchObject({ action: 'memberUpdate', request_by: 'moved@example.com', member_id: member.id, status: 200 })
  expect(row.request_params).not.toContain(token)
})

test('an address change needs a recent proof and an allowed domain, and is possible five times an hour', async () => {
  await using server = await startTestServer()
  const root = await makeMember(server, 'ROOT')
  const member = await makeMember(server)
  await root.call(endpoints.putAccessRestrictions, { body: { domains: ['example.com'], console_ranges: [], api_ranges: [] } })
  expect(await refusal(ask(member, 'moved@elsewhere.example'))).toMatchObject({ status: 400, message: 'Email invalid' })
  expect(await outcomeOf(ask(member, member.email))).toBe('emailInvalid')
  await forgetProof(server, member.id)
  expect(await refusal(ask(member, 'moved@example.com'))).toMatchObject({ status: 403, message: 'Please confirm that it is you' })
  await member.call(endpoints.confirmItsMe, { body: { password: member.password } })
  for (let time = 0; time < 5; time++) expect(await outcomeOf(ask(member, `moved${time}@example.com`))).toBe('ok')
  expect(await outcomeOf(ask(member, 'moved@example.com'))).toBe('tooManyRequests')
})

test('no answer reveals that the new address is in use, and the link is invalid if the address was taken meanwhile', async () => {
  await using server = await startTestServer()
  const member = await makeMember(server)
  const other = await makeMember(server)
  expect(await ask(member, other.email)).toBeNull()
  expect(tokenIn(await mailsTo(server, other.email))).toBe('')
  await ask(member, 'moved@example.com')
  const token = tokenIn(await mailsTo(server, 'moved@example.com'))
  await server.db.updateTable('members').set({ email: 'Moved@example.com' }).where('id', '=', other.id).execute()
  expect(await outcomeOf(confirmLink(server, token))).toBe('linkInvalid')
  expect((await member.call(endpoints.getMe, {})).email).toBe(member.email)
})

test('only the newest link of an address change works, for a day, and none after a new password', async () => {
  await using server = await startTestServer()
  const member = await makeMember(server)
  await ask(member, 'first@example.com')
  const first = tokenIn(await mailsTo(server, 'first@example.com'))
  await ask(member, 'second@example.com')
  const second = tokenIn(await mailsTo(server, 'second@example.com'))
  expect(await outcomeOf(confirmLink(server, first))).toBe('linkInvalid')
  await member.call(endpoints.changePassword, { body: { old_password: member.password, new_password: 'Fresh!Sakana77' } })
  expect(await outcomeOf(confirmLink(server, second))).toBe('linkInvalid')
  await ask(member, 'third@example.com')
  const third = tokenIn(await mailsTo(server, 'third@example.com'))
  await server.db.updateTable('challenges').set({ expires_at: new Date() }).execute()
  expect(await outcomeOf(confirmLink(server, third))).toBe('linkInvalid')
})
