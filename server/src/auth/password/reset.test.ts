import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { until } from '../../testing/until.ts'
import { clientOf, codeIn, enableMfa, mailsTo, makeMember, outcomeOf, refusal } from '../testing.ts'

const fresh = 'Fresh!Sakana77'

async function askForCode(server: TestServer, email: string, mails = 1): Promise<string> {
  await server.anonymous(endpoints.requestPasswordReset, { body: { email } })
  return codeIn(await mailsTo(server, email, mails))
}

const reset = (server: TestServer, email: string, code: string, new_password = fresh) =>
  clientOf(server, null)(endpoints.confirmPasswordReset, { body: { email, code, new_password } })

const wrongOf = (code: string) => (code === '00000000' ? '00000001' : '00000000')

test('the mailed code sets a new password once, and every sign-in ends', async () => {
  await using server = await startTestServer()
  const member = await makeMember(server)
  const code = await askForCode(server, member.email)
  await reset(server, member.email.toUpperCase(), code)
  expect(await outcomeOf(member.call(endpoints.getMe, {}))).toBe('sessionEnded')
  expect(await outcomeOf(server.anonymous(endpoints.refreshToken, { body: { refresh_token: member.refreshToken } }))).toBe('sessionEnded')
  expect(await outcomeOf(server.anonymous(endpoints.login, { body: { email: member.email, password: fresh } }))).toBe('ok')
  expect(await refusal(reset(server, member.email, code, `${fresh}x`))).toMatchObject({
    status: 401,
    message: 'The one-time password is incorrect or expired',
  })
  const note = (await mailsTo(server, member.email, 2)).at(-1)
  expect(note?.body).not.toContain(fresh)
})

test('one code sent many times at once sets one password', async () => {
  await using server = await startTestServer()
  const member = await makeMember(server)
  const code = await askForCode(server, member.email)
  const outcomes = await Promise.all([1, 2, 3, 4].map((at) => outcomeOf(reset(server, member.email, code, `${fresh}${at}`))))
  expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1)
})

test('after five wrong codes, even at once, the right one is refused; a new code works', async () => {
  await using server = await startTestServer()
  const member = await makeMember(server)
  const code = await askForCode(server, member.email)
  const wrong = () => outcomeOf(reset(server, member.email, wrongOf(code)))
  expect(new Set(await Promise.all([wrong(), wrong(), wrong(), wrong(), wrong()]))).toEqual(new Set(['otpIncorrectOrExpired']))
  expect(await outcomeOf(reset(server, member.email, code))).toBe('otpIncorrectOrExpired')
  expect(await outcomeOf(reset(server, member.email, await askForCode(server, member.email, 2)))).toBe('ok')
})

test('a code expires after 30 minutes, and when a newer one is mailed', async () => {
  await using server = await startTestServer()
  const member = await makeMember(server)
  const first = await askForCode(server, member.email)
  const { expires_at } = await server.db.selectFrom('reset_codes').select('expires_at').executeTakeFirstOrThrow()
  expect(Math.round((expires_at.getTime() - Date.now()) / 60_000)).toBe(30)
  const second = await askForCode(server, member.email, 2)
  expect(await outcomeOf(reset(server, member.email, first))).toBe('otpIncorrectOrExpired')
  await server.db.updateTable('reset_codes').set({ expires_at: new Date() }).execute()
  expect(await outcomeOf(reset(server, member.email, second))).toBe('otpIncorrectOrExpired')
})

test('a password that breaks the rules uses up neither the code nor its tries', async () => {
  await using server = await startTestServer()
  const member = await makeMember(server)
  const code = await askForCode(server, member.email)
  for (let time = 0; time < 6; time++) expect(await outcomeOf(reset(server, member.email, code, 'short'))).toBe('passwordRules')
  expect(await outcomeOf(reset(server, member.email, code, 'password1'))).toBe('passwordCommon')
  expect(await outcomeOf(reset(server, member.email, code, member.password))).toBe('passwordReused')
  expect(await outcomeOf(reset(server, member.email, code))).toBe('ok')
})

test('neither the answer to a request nor the answer to a code reveals if the address is known', async () => {
  await using server = await startTestServer()
  const member = await makeMember(server)
  await server.db
    .updateTable('members')
    .set({ email: 'gone@example.com', account_status: 'inactive' })
    .where('id', '=', member.id)
    .execute()
  const known = await makeMember(server)
  const answers = await Promise.all(
    [known.email, 'nobody@example.com', 'gone@example.com'].map(async (email) => {
      const response = await fetch(`${server.url}/v1/forget-password`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email }),
      })
      const refused = await refusal(reset(server, email, '12345678'))
      return { status: response.status, body: await response.text(), refused }
    }),
  )
  expect(answers[1]).toEqual(answers[0])
  expect(answers[2]).toEqual(answers[0])
  await mailsTo(server, known.email)
  const mails = await server.db.selectFrom('mails').select('recipient').execute()
  expect(mails.map(({ recipient }) => recipient)).toEqual([known.email])
})

test('the sixth reset mail within an hour is not sent, but the answer is the same', async () => {
  await using server = await startTestServer()
  const member = await makeMember(server)
  for (let time = 1; time <= 5; time++) await askForCode(server, member.email, time)
  const ask = () => server.anonymous(endpoints.requestPasswordReset, { body: { email: member.email } })
  expect(await outcomeOf(ask())).toBe('ok')
  // By the time a later request of another member has caused its mail, the refused request has been handled, too.
  const other = await makeMember(server)
  await askForCode(server, other.email)
  expect(await mailsTo(server, member.email)).toHaveLength(5)
  await server.db
    .updateTable('sign_in_attempts')
    .set({ at: new Date(Date.now() - 61 * 60_000) })
    .execute()
  await ask()
  expect(await mailsTo(server, member.email, 6)).toHaveLength(6)
})

test('resets count towards the limit of five password changes a day', async () => {
  await using server = await startTestServer()
  const member = await makeMember(server)
  for (let time = 0; time < 5; time++) await server.db.insertInto('password_changes').values({ member_id: member.id }).execute()
  const code = await askForCode(server, member.email)
  expect(await refusal(reset(server, member.email, code))).toMatchObject({ status: 429, code: 'tooManyPasswordChanges' })
  expect(await outcomeOf(member.call(endpoints.getMe, {}))).toBe('ok')
  await server.db.deleteFrom('password_changes').execute()
  expect(await outcomeOf(reset(server, member.email, code))).toBe('ok')
})

test('a reset does not bypass the second factor', async () => {
  await using server = await startTestServer()
  const member = await makeMember(server)
  await enableMfa(server, member)
  await reset(server, member.email, await askForCode(server, member.email))
  const answer = await server.anonymous(endpoints.login, { body: { email: member.email, password: fresh } })
  expect(answer).toMatchObject({ challenge: 'SOFTWARE_TOKEN_MFA' })
})

test('no table and no log contains the code', async () => {
  await using server = await startTestServer()
  const member = await makeMember(server)
  const code = await askForCode(server, member.email)
  const { hash } = await server.db.selectFrom('reset_codes').select('hash').executeTakeFirstOrThrow()
  const { body } = await server.db.selectFrom('mails').select('body').executeTakeFirstOrThrow()
  for (const stored of [hash.toString('latin1'), body?.toString('latin1'), server.logged()]) expect(stored).not.toContain(code)
  expect(server.logged()).not.toContain(member.email)
})

test('a reset causes a system mail and an entry in the member’s history', async () => {
  await using server = await startTestServer()
  const root = await makeMember(server, 'ROOT')
  await root.call(endpoints.postUserConfig, { body: [{ key: 'system_mail', value: '1' }] })
  await root.call(endpoints.putMailDestinations, { body: { destinations: ['ops@example.com'] } })
  const member = await makeMember(server)
  await reset(server, member.email, await askForCode(server, member.email))
  expect((await mailsTo(server, 'ops@example.com'))[0]?.body).toContain('/v1/forget-password')
  const events = await until(() =>
    server.db.selectFrom('sign_in_history').select('outcome').where('member_id', '=', member.id).orderBy('id').execute(),
  )
  expect(events.map(({ outcome }) => outcome)).toEqual(['succeeded', 'passwordReset'])
})

test('the mail is in the language that the member has chosen, else in that of the request', async () => {
  await using server = await startTestServer()
  const member = await makeMember(server)
  await clientOf(server, null, 'en')(endpoints.requestPasswordReset, { body: { email: member.email } })
  expect((await mailsTo(server, member.email))[0]?.subject).toBe('[Simdeck] Your code for a new password')
  await member.call(endpoints.postLanguage, { body: { language: 'ja' } })
  await clientOf(server, null, 'en')(endpoints.requestPasswordReset, { body: { email: member.email } })
  expect((await mailsTo(server, member.email, 2))[1]?.subject).toBe('【Simdeck】パスワード再設定の認証コード')
})
