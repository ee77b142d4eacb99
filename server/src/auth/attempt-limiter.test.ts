import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { until } from '../testing/until.ts'
import { makeAccount } from './first-member.ts'
import { newTemporaryPassword } from './challenges/invite.ts'
import { AttemptLimiter } from './attempt-limiter.ts'
import { codeIn, codeOf, enableMfa, mailsTo, makeMember, mfaChallenge, outcomeOf, refusal } from './testing.ts'

const login = (server: TestServer, email: string, password = 'Wrong-password-1') =>
  outcomeOf(server.anonymous(endpoints.login, { body: { email, password } }))
const many = (count: number, attempt: () => Promise<string>) => Promise.all(Array.from({ length: count }, attempt))
const tally = (codes: readonly string[]) =>
  Object.fromEntries([...new Set(codes)].sort().map((code) => [code, codes.filter((c) => c === code).length]))

async function lock(server: TestServer, email: string): Promise<void> {
  for (let attempt = 0; attempt < 10; attempt++) await login(server, email)
}

test('of 200 wrong passwords sent at once exactly ten are evaluated, for known and unknown addresses', async () => {
  await using server = await startTestServer()
  const member = await makeMember(server)
  expect(tally(await many(200, () => login(server, member.email)))).toEqual({ incorrectCredentials: 10, accountLocked: 190 })
  expect(tally(await many(200, () => login(server, 'nobody@example.com')))).toEqual({ incorrectCredentials: 10, accountLocked: 190 })
  const events = await until(async () => {
    const { data } = await member.call(endpoints.listSignInHistory, { query: { take: 50 } })
    return data.length >= 12 && data
  })
  expect(tally(events.map(({ outcome }) => outcome))).toEqual({ locked: 1, succeeded: 1, wrongPassword: 10 })
})

test('with the right password among many wrong ones sent at once, at most ten wrong ones are evaluated before it and ten after it', async () => {
  await using server = await startTestServer()
  const member = await makeMember(server)
  const codes = await Promise.all(
    Array.from({ length: 60 }, (_, at) => login(server, member.email, at === 30 ? member.password : undefined)),
  )
  expect(codes.filter((code) => code === 'incorrectCredentials').length).toBeLessThanOrEqual(20)
  expect(new Set(codes)).toEqual(new Set(['incorrectCredentials', 'accountLocked', 'ok'].filter((code) => codes.includes(code))))
})

test('nine wrong passwords and the right one sign in, and the count of wrong ones starts again', async () => {
  await using server = await startTestServer()
  const { email, password } = await makeMember(server)
  for (let round = 0; round < 2; round++) {
    for (let attempt = 0; attempt < 9; attempt++) expect(await login(server, email)).toBe('incorrectCredentials')
    expect(await login(server, email, password)).toBe('ok')
  }
})

test('a lock ends by itself after 15 minutes, attempts do not prolong it, and ten new ones are possible then', async () => {
  await using server = await startTestServer()
  const { email, password } = await makeMember(server)
  await lock(server, email)
  const lockedUntil = async () => (await server.db.selectFrom('sign_in_locks').select('until').executeTakeFirstOrThrow()).until
  const end = await lockedUntil()
  expect(Math.round((end.getTime() - Date.now()) / 60_000)).toBe(15)
  expect(await login(server, email, password)).toBe('accountLocked')
  expect(await lockedUntil()).toEqual(end)
  await server.db.updateTable('sign_in_locks').set({ until: new Date() }).execute()
  for (let attempt = 0; attempt < 9; attempt++) expect(await login(server, email)).toBe('incorrectCredentials')
  expect(await login(server, email, password)).toBe('ok')
})

test('wrong passwords older than 15 minutes do not count', async () => {
  await using server = await startTestServer()
  const { email, password } = await makeMember(server)
  for (let attempt = 0; attempt < 9; attempt++) await login(server, email)
  await server.db
    .updateTable('sign_in_attempts')
    .set({ at: new Date(Date.now() - 16 * 60_000) })
    .execute()
  for (let attempt = 0; attempt < 9; attempt++) expect(await login(server, email)).toBe('incorrectCredentials')
  expect(await login(server, email, password)).toBe('ok')
})

test('a locked member cannot sign in by any route, and an open sign-in remains valid', async () => {
  await using server = await startTestServer()
  const member = await makeMember(server)
  const { secret, recoveryCodes } = await enableMfa(server, member)
  const pending = await mfaChallenge(server, member)
  await server.anonymous(endpoints.requestPasswordReset, { body: { email: member.email } })
  const code = codeIn(await mailsTo(server, member.email))
  const { token } = await newTemporaryPassword(server.db, member.id)
  await lock(server, member.email)

  const new_password = 'Fresh!Sakana77'
  expect(await login(server, member.email, member.password)).toBe('accountLocked')
  expect(await login(server, member.email.toUpperCase(), member.password)).toBe('accountLocked')
  const verify = (factor: { code: string } | { recoveryCode: string }) =>
    outcomeOf(server.anonymous(endpoints.verifyOtp, { body: { challengeToken: pending, ...factor } }))
  expect(await verify({ code: codeOf(secret) })).toBe('accountLocked')
  expect(await verify({ recoveryCode: recoveryCodes[0] ?? '' })).toBe('accountLocked')
  expect(await outcomeOf(server.anonymous(endpoints.confirmPassword, { body: { challengeToken: token, new_password } }))).toBe(
    'accountLocked',
  )
  expect(await outcomeOf(server.anonymous(endpoints.confirmPasswordReset, { body: { email: member.email, code, new_password } }))).toBe(
    'accountLocked',
  )
  const change = { old_password: member.password, new_password }
  expect(await outcomeOf(member.call(endpoints.changePassword, { body: change }))).toBe('accountLocked')
  expect(await outcomeOf(member.call(endpoints.verifyOwnOtp, { body: { code: codeOf(secret) } }))).toBe('accountLocked')

  expect(await outcomeOf(member.call(endpoints.getMe, {}))).toBe('ok')
  expect(await outcomeOf(server.anonymous(endpoints.refreshToken, { body: { refresh_token: member.refreshToken } }))).toBe('ok')
})

test('wrong codes and wrong passwords count together, including those of a signed-in member', async () => {
  await using server = await startTestServer()
  const member = await makeMember(server)
  await enableMfa(server, member)
  const pending = await mfaChallenge(server, member)
  const wrongs = [
    () => login(server, member.email),
    () => outcomeOf(server.anonymous(endpoints.verifyOtp, { body: { challengeToken: pending, code: '000000' } })),
    () => outcomeOf(member.call(endpoints.verifyOwnOtp, { body: { recoveryCode: 'aaaaa-aaaaa' } })),
    () => outcomeOf(member.call(endpoints.changePassword, { body: { old_password: 'x', new_password: 'Fresh!Sakana77' } })),
    () =>
      outcomeOf(
        server.anonymous(endpoints.confirmPasswordReset, {
          body: { email: member.email, code: '00000000', new_password: 'Fresh!Sakana77' },
        }),
      ),
  ]
  const codes: string[] = []
  for (let attempt = 0; attempt < 10; attempt++) codes.push((await wrongs[attempt % wrongs.length]?.()) ?? '')
  expect(tally(codes)).toEqual({
    incorrectCredentials: 2,
    incorrectCode: 2,
    invalidOtpCode: 2,
    invalidPassword: 2,
    otpIncorrectOrExpired: 2,
  })
  for (const wrong of wrongs) expect(await wrong()).toBe('accountLocked')
})

test('the right password alone does not clear the wrong attempts; the complete sign-in does', async () => {
  await using server = await startTestServer()
  const member = await makeMember(server)
  const { secret } = await enableMfa(server, member)
  const verify = async (code: string) =>
    outcomeOf(server.anonymous(endpoints.verifyOtp, { body: { challengeToken: await mfaChallenge(server, member), code } }))
  for (let attempt = 0; attempt < 9; attempt++) expect(await verify('000000')).toBe('incorrectCode')
  expect(await verify(codeOf(secret))).toBe('ok')
  for (let attempt = 0; attempt < 10; attempt++) expect(await verify('000000')).toBe('incorrectCode')
  expect(await login(server, member.email, member.password)).toBe('accountLocked')
})

test('an IP has a hundred wrong attempts for all addresses together; right ones do not count', async () => {
  await using server = await startTestServer()
  const { email, password } = await makeMember(server)
  for (let attempt = 0; attempt < 12; attempt++) expect(await login(server, email, password)).toBe('ok')
  const codes = await Promise.all(Array.from({ length: 120 }, (_, at) => login(server, `nobody-${at}@example.com`)))
  expect(tally(codes)).toEqual({ incorrectCredentials: 100, tooManyRequests: 20 })
  expect(await login(server, email, password)).toBe('tooManyRequests')
})

test('a hundred made-up refresh tokens and links block further tokens from an IP, but not its passwords', async () => {
  await using server = await startTestServer()
  const { email, password, refreshToken } = await makeMember(server)
  const refresh = (refresh_token: string) => outcomeOf(server.anonymous(endpoints.refreshToken, { body: { refresh_token } }))
  for (let attempt = 0; attempt < 50; attempt++) {
    expect(await refresh(`x${attempt}`)).toBe('sessionExpired')
    expect(await outcomeOf(server.anonymous(endpoints.checkLink, { body: { challengeToken: `x${attempt}` } }))).toBe('linkInvalid')
  }
  expect(await refresh(refreshToken)).toBe('tooManyRequests')
  expect(await login(server, email, password)).toBe('ok')
})

test('unlocking ends a lock and reports if there was one; the list of locks shows the end of each', async () => {
  await using server = await startTestServer()
  const { email, password } = await makeMember(server)
  const attemptLimiter = new AttemptLimiter(server.db)
  expect(await attemptLimiter.unlock(email)).toBe(false)
  await lock(server, email)
  expect([...(await attemptLimiter.lockedUntil(['other@example.com', email.toUpperCase()])).keys()]).toEqual([email.toUpperCase()])
  expect(await attemptLimiter.unlock(email)).toBe(true)
  expect(await login(server, email, password)).toBe('ok')
})

test('the message about the lock is in the language of the caller', async () => {
  await using server = await startTestServer()
  await makeAccount(server.db, { email: 'taro@example.com', name: 'Taro', role: 'MEMBER' })
  await lock(server, 'taro@example.com')
  const messageIn = async (language: string) =>
    (
      (await (
        await fetch(`${server.url}/v1/login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'accept-language': language },
          body: JSON.stringify({ email: 'taro@example.com', password: 'x' }),
        })
      ).json()) as { message: string }
    ).message
  expect(await messageIn('en')).toBe('This account has been locked')
  expect(await messageIn('ja')).toBe('このアカウントはロックされています')
  expect((await refusal(server.anonymous(endpoints.login, { body: { email: 'taro@example.com', password: 'x' } }))).status).toBe(403)
})
