import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { AttemptLimiter } from '../attempt-limiter.ts'
import { clientOf, codeOf, enableMfa, forgetProof, forgetStep, makeMember, mfaChallenge, outcomeOf, refusal } from '../testing.ts'

const verify = (server: TestServer, challengeToken: string, factor: { code: string } | { recoveryCode: string }) =>
  clientOf(server, null)(endpoints.verifyOtp, { body: { challengeToken, ...factor } })

test('with multi-factor authentication a sign-in asks for a code and succeeds with it', async () => {
  await using server = await startTestServer()
  const member = await makeMember(server)
  const { secret } = await enableMfa(server, member)
  const challengeToken = await mfaChallenge(server, member)
  const { accessToken } = await verify(server, challengeToken, { code: codeOf(secret) })
  const me = await clientOf(server, accessToken)(endpoints.getMe, {})
  expect(me).toMatchObject({ email: member.email, mfaEnabled: true, recoveryCodesLeft: 10 })
  expect(await outcomeOf(verify(server, challengeToken, { code: codeOf(secret, 1) }))).toBe('otpIncorrectOrExpired')
})

test('the QR code is a PNG of the URL, which contains application, address and secret', async () => {
  await using server = await startTestServer()
  const root = await makeMember(server, 'ROOT')
  await root.call(endpoints.postUserConfig, { body: [{ key: 'system_config_app_name', value: '回線管理' }] })
  const { secret, url, qr } = await root.call(endpoints.generateMfaQr, {})
  const parsed = new URL(url)
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(decodeURIComponent(parsed.pathname)).toBe(`/回線管理:${root.email}`)
  expect(Object.fromEntries(parsed.searchParams)).toEqual({
    issuer: '回線管理',
    secret,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
  expect(Buffer.from(qr.replace('data:image/png;base64,', ''), 'base64').subarray(1, 4).toString()).toBe('PNG')
})

test('a code of the time step before or after is accepted, and a code of a more distant step is refused', async () => {
  await using server = await startTestServer()
  const member = await makeMember(server)
  const { secret } = await enableMfa(server, member)
  const step = () => Math.floor(Date.now() / 30_000)
  /** Repeats the call if a new time step began meanwhile. */
  async function outcome(steps: number): Promise<string> {
    await forgetStep(server, member.id)
    const challengeToken = await mfaChallenge(server, member)
    const begun = step()
    const answer = await outcomeOf(verify(server, challengeToken, { code: codeOf(secret, steps) }))
    return step() === begun ? answer : outcome(steps)
  }
  expect(await outcome(-2)).toBe('incorrectCode')
  expect(await outcome(-1)).toBe('ok')
  expect(await outcome(1)).toBe('ok')
  expect(await outcome(2)).toBe('incorrectCode')
})

test('one code in 50 simultaneous requests opens one sign-in, and is void afterwards', async () => {
  await using server = await startTestServer()
  const member = await makeMember(server)
  const { secret } = await enableMfa(server, member)
  const code = codeOf(secret)
  const challenges: string[] = []
  for (let at = 0; at < 5; at++) challenges.push(await mfaChallenge(server, member))
  const requests = Array.from({ length: 50 }, (_, at) => verify(server, challenges[at % 5] ?? '', { code }))
  const outcomes = await Promise.all(requests.map(outcomeOf))
  expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1)
  await new AttemptLimiter(server.db).unlock(member.email)
  expect(await outcomeOf(verify(server, await mfaChallenge(server, member), { code }))).toBe('incorrectCode')
  expect(await outcomeOf(member.call(endpoints.verifyOwnOtp, { body: { code } }))).toBe('invalidOtpCode')
})

test('a code of an earlier step than the last used is refused', async () => {
  await using server = await startTestServer()
  const member = await makeMember(server)
  const { secret } = await enableMfa(server, member)
  const [earlier, later] = [codeOf(secret), codeOf(secret, 1)]
  expect(await outcomeOf(verify(server, await mfaChallenge(server, member), { code: later }))).toBe('ok')
  expect(await outcomeOf(verify(server, await mfaChallenge(server, member), { code: earlier }))).toBe('incorrectCode')
})

test('a recovery code opens one sign-in, even when sent many times at once, in any notation', async () => {
  await using server = await startTestServer()
  const member = await makeMember(server)
  const { recoveryCodes } = await enableMfa(server, member)
  expect(new Set(recoveryCodes).size).toBe(10)
  const [first = '', second = '', third = ''] = recoveryCodes
  const challenges = await Promise.all(Array.from({ length: 8 }, () => mfaChallenge(server, member)))
  const outcomes = await Promise.all(challenges.map((token) => outcomeOf(verify(server, token, { recoveryCode: first }))))
  expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1)
  expect(await outcomeOf(verify(server, await mfaChallenge(server, member), { recoveryCode: first }))).toBe('incorrectCode')
  const proofs = await Promise.all(
    Array.from({ length: 8 }, () => outcomeOf(member.call(endpoints.verifyOwnOtp, { body: { recoveryCode: third } }))),
  )
  expect(proofs.filter((proof) => proof === 'ok')).toHaveLength(1)
  const spoken = ` ${second.toUpperCase().replace('-', ' ')} `
  expect(await outcomeOf(verify(server, await mfaChallenge(server, member), { recoveryCode: spoken }))).toBe('ok')
  expect((await member.call(endpoints.getMe, {})).recoveryCodesLeft).toBe(7)
})

test('recovery codes are stored as keyed hashes, and the secret is encrypted', async () => {
  await using server = await startTestServer()
  const member = await makeMember(server)
  const { secret, recoveryCodes } = await enableMfa(server, member)
  const row = await server.db.selectFrom('members').selectAll().where('id', '=', member.id).executeTakeFirstOrThrow()
  const codes = await server.db.selectFrom('recovery_codes').selectAll().execute()
  const stored = JSON.stringify([row.mfa_secret?.toString('latin1'), codes.map(({ hash }) => hash.toString('latin1'))])
  expect(row.mfa_pending_secret).toBeNull()
  for (const plain of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replace('-', ''))]) expect(stored).not.toContain(plain)
})

test('new recovery codes make the old ones void', async () => {
  await using server = await startTestServer()
  const member = await makeMember(server)
  const { recoveryCodes } = await enableMfa(server, member)
  const { recoveryCodes: fresh } = await member.call(endpoints.renewRecoveryCodes, {})
  const use = async (recoveryCode = '') => outcomeOf(verify(server, await mfaChallenge(server, member), { recoveryCode }))
  expect(await use(recoveryCodes[0])).toBe('incorrectCode')
  expect(await use(fresh[0])).toBe('ok')
})

test('the token of an unfinished sign-in is valid for the next step only', async () => {
  await using server = await startTestServer()
  const member = await makeMember(server)
  await enableMfa(server, member)
  const token = await mfaChallenge(server, member)
  for (const path of ['/v1/check', '/v1/me', '/admin/sims', '/v1/user-config']) {
    const response = await fetch(server.url + path, { headers: { authorization: `Bearer ${token}` } })
    expect(response.status).toBe(path.startsWith('/v1') ? 401 : response.status)
    expect(response.status).not.toBe(200)
  }
  const call = clientOf(server, null)
  expect(await outcomeOf(call(endpoints.refreshToken, { body: { refresh_token: token } }))).toBe('sessionExpired')
  expect(await outcomeOf(call(endpoints.confirmPassword, { body: { challengeToken: token, new_password: 'Fresh!Sakana77' } }))).toBe(
    'invalidTemporaryPassword',
  )
  expect(await outcomeOf(call(endpoints.checkLink, { body: { challengeToken: token } }))).toBe('linkInvalid')
  expect(await outcomeOf(call(endpoints.confirmEmailChange, { body: { challengeToken: token } }))).toBe('linkInvalid')
})

test('an unfinished sign-in expires after five minutes, and when the member is deactivated', async () => {
  await using server = await startTestServer()
  const member = await makeMember(server)
  const { secret } = await enableMfa(server, member)
  const lapsed = await mfaChallenge(server, member)
  await server.db.updateTable('challenges').set({ expires_at: new Date() }).execute()
  expect(await refusal(verify(server, lapsed, { code: codeOf(secret) }))).toMatchObject({
    status: 401,
    message: 'The one-time password is incorrect or expired',
  })
  const pending = await mfaChallenge(server, member)
  await server.db.updateTable('members').set({ account_status: 'inactive' }).where('id', '=', member.id).execute()
  expect(await outcomeOf(verify(server, pending, { code: codeOf(secret) }))).toBe('otpIncorrectOrExpired')
})

test('disabling and enabling again creates another secret, and codes of the old one are refused', async () => {
  await using server = await startTestServer()
  const member = await makeMember(server)
  const first = await enableMfa(server, member)
  await member.call(endpoints.resetMfa, {})
  expect(await member.call(endpoints.getMe, {})).toMatchObject({ mfaEnabled: false, recoveryCodesLeft: null })
  expect(await server.anonymous(endpoints.login, { body: { email: member.email, password: member.password } })).toHaveProperty(
    'accessToken',
  )
  const second = await enableMfa(server, member)
  expect(second.secret).not.toBe(first.secret)
  const use = async (factor: { code: string } | { recoveryCode: string }) =>
    outcomeOf(verify(server, await mfaChallenge(server, member), factor))
  expect(await use({ code: codeOf(first.secret) })).toBe('incorrectCode')
  expect(await use({ recoveryCode: first.recoveryCodes[0] ?? '' })).toBe('incorrectCode')
  expect(await use({ code: codeOf(second.secret) })).toBe('ok')
})

test('each QR code has its own secret, and only a code of the last one enables', async () => {
  await using server = await startTestServer()
  const { call } = await makeMember(server)
  expect(await refusal(call(endpoints.verifyOwnOtp, { body: { code: '123456' } }))).toMatchObject({ status: 409, code: 'mfaNotStarted' })
  const first = await call(endpoints.generateMfaQr, {})
  const second = await call(endpoints.generateMfaQr, {})
  expect(second.secret).not.toBe(first.secret)
  expect(await refusal(call(endpoints.verifyOwnOtp, { body: { code: codeOf(first.secret) } }))).toMatchObject({
    status: 400,
    message: 'Invalid OTP Code',
  })
  expect((await call(endpoints.getMe, {})).mfaEnabled).toBe(false)
  const { recoveryCodes } = await call(endpoints.verifyOwnOtp, { body: { code: codeOf(second.secret) } })
  expect(recoveryCodes).toHaveLength(10)
  expect(await outcomeOf(call(endpoints.generateMfaQr, {}))).toBe('mfaAlreadyEnabled')
})

test('setup, disabling and new recovery codes need a proof within ten minutes: a code with MFA, the password without', async () => {
  await using server = await startTestServer()
  const member = await makeMember(server)
  const { call, id, password } = member
  await forgetProof(server, id)
  expect(await refusal(call(endpoints.generateMfaQr, {}))).toMatchObject({ status: 403, code: 'verificationRequired' })
  expect(await outcomeOf(call(endpoints.confirmItsMe, { body: { password: 'x' } }))).toBe('invalidPassword')
  expect(await outcomeOf(call(endpoints.generateMfaQr, {}))).toBe('verificationRequired')
  await call(endpoints.confirmItsMe, { body: { password } })
  const { secret } = await enableMfa(server, member)
  await forgetProof(server, id)
  for (const endpoint of [endpoints.resetMfa, endpoints.renewRecoveryCodes])
    expect(await outcomeOf(call(endpoint, {}))).toBe('verificationRequired')
  expect(await outcomeOf(call(endpoints.confirmItsMe, { body: { password } }))).toBe('verificationRequired')
  expect(await call(endpoints.verifyOwnOtp, { body: { code: codeOf(secret) } })).toEqual({ enabled: true, recoveryCodes: null })
  expect(await outcomeOf(call(endpoints.renewRecoveryCodes, {}))).toBe('ok')
  expect(await outcomeOf(call(endpoints.resetMfa, {}))).toBe('ok')
  for (const endpoint of [endpoints.resetMfa, endpoints.renewRecoveryCodes])
    expect(await refusal(call(endpoint, {}))).toMatchObject({ status: 409, code: 'mfaNotEnabled' })
})

test('a secret encrypted with another master key opens no sign-in and causes no failure', async () => {
  await using server = await startTestServer()
  const member = await makeMember(server)
  await enableMfa(server, member)
  await server.db
    .updateTable('members')
    .set({ mfa_secret: Buffer.alloc(49, 1) })
    .where('id', '=', member.id)
    .execute()
  expect(await outcomeOf(verify(server, await mfaChallenge(server, member), { code: '123456' }))).toBe('incorrectCode')
})

test('a role that requires MFA lets a member without it call the setup only', async () => {
  await using server = await startTestServer()
  const root = await makeMember(server, 'ROOT')
  const member = await makeMember(server, 'MEMBER')
  await root.call(endpoints.postUserConfig, { body: [{ key: 'system_mfa_required_roles', value: '3' }] })
  expect((await member.call(endpoints.getMe, {})).mfaSetupRequired).toBe(true)
  expect(await refusal(member.call(endpoints.listSignIns, {}))).toMatchObject({ status: 403, code: 'mfaRequired' })
  expect(await outcomeOf(member.call(endpoints.wsTicket, {}))).toBe('mfaRequired')
  const closed = await new Promise<number>((done) => {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws?token=${member.accessToken}`)
    socket.addEventListener('close', ({ code }) => done(code))
  })
  expect(closed).toBe(4401)
  await enableMfa(server, member)
  expect((await member.call(endpoints.getMe, {})).mfaSetupRequired).toBe(false)
  expect(await outcomeOf(member.call(endpoints.listSignIns, {}))).toBe('ok')
})

test('wrong codes get a message in both languages', async () => {
  await using server = await startTestServer()
  const member = await makeMember(server)
  await enableMfa(server, member)
  for (const [language, incorrect, invalid] of [
    ['en', 'Incorrect authentication code', 'Invalid OTP Code'],
    ['ja', '認証コードが正しくありません', 'ワンタイムパスワードが正しくありません'],
  ] as const) {
    const challengeToken = await mfaChallenge(server, member)
    const anonymous = clientOf(server, null, language)
    expect((await refusal(anonymous(endpoints.verifyOtp, { body: { challengeToken, code: '000000' } }))).message).toBe(incorrect)
    const own = clientOf(server, member.accessToken, language)
    expect((await refusal(own(endpoints.verifyOwnOtp, { body: { code: '000000' } }))).message).toBe(invalid)
  }
})
