import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hostileTexts } from '../testing/hostile.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { issueChallenge } from './challenges/challenges.ts'
import { AttemptLimiter } from './attempt-limiter.ts'
import { newTemporaryPassword } from './challenges/invite.ts'
import { enableMfa, makeMember, mfaChallenge, type TestMember } from './testing.ts'

let server: TestServer
let member: TestMember
let invited: TestMember
beforeAll(async () => {
  server = await startTestServer()
  member = await makeMember(server)
  invited = await makeMember(server)
  await enableMfa(server, member)
})
afterAll(() => server[Symbol.asyncDispose]())
beforeEach(async () => {
  for (const { email } of [member, invited]) await new AttemptLimiter(server.db).unlock(email)
})

async function send(method: string, path: string, body: object): Promise<{ status: number; text: string }> {
  const response = await fetch(server.url + path, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${member.accessToken}` },
    body: JSON.stringify(body),
  })
  return { status: response.status, text: await response.text() }
}

// These are the calls that need a valid token; server/src/platform/http/hostile.test.ts covers the others.
test.each(Object.entries(hostileTexts))('%s beside a valid token is refused with a message, or stored as text', async (_, text) => {
  const { token } = await newTemporaryPassword(server.db, invited.id)
  const newEmail = await issueChallenge(server.db, member.id, 'emailChange', 'moved@example.com')
  const challengeToken = await mfaChallenge(server, member)
  // Some of the texts are valid passwords; a character that no password may contain makes them invalid.
  const unfit = `漢${text}`
  const refused = [
    await send('POST', '/v1/login', { email: member.email, password: text }),
    await send('POST', '/v1/verify-otp', { challengeToken, code: text }),
    await send('POST', '/v1/verify-otp', { challengeToken, recoveryCode: text }),
    await send('POST', '/v1/verify-otp', { challengeToken, code: '123456', more: text }),
    await send('POST', '/v1/confirm-password', { challengeToken: token, new_password: unfit }),
    await send('POST', '/v1/confirm-email', { challengeToken: newEmail + text }),
    await send('PUT', '/v1/forget-password', { email: member.email, code: text, new_password: unfit }),
    await send('PUT', '/v1/password-setting', { old_password: member.password, new_password: unfit }),
    await send('POST', '/v1/password-setting/verify-otp', { code: text }),
    await send('POST', '/v1/me/email', { email: text }),
  ]
  for (const { status, text: answer } of refused) {
    expect([400, 401, 403, 410, 413]).toContain(status)
    expect(JSON.parse(answer)).toMatchObject({ message: expect.any(String) })
  }
  const named = await send('PUT', '/v1/me', { name: text })
  expect([200, 400]).toContain(named.status)
  if (named.status === 200) {
    const { name } = await server.db.selectFrom('members').select('name').where('id', '=', member.id).executeTakeFirstOrThrow()
    expect(name).toBe(text.trim().toWellFormed())
  }
})
