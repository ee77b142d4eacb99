import { expect, test } from 'vitest'
import { tokensOf } from '@simdeck/contract/auth.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { makeAccount } from '../auth/first-member.ts'
import { codeOf, enableMfa, failure, invitationIn, mailsTo, memberByEmail } from '../testing/people.ts'
import { startTestServer, type TestCall } from '../testing/server.ts'

const email = 'new.member@example.com'

test('a second invitation makes the password and the link of the first void', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('ROOT')
  await root(endpoints.createMember, { body: { email, name: 'New', role_id: 3 } })
  const first = invitationIn((await mailsTo(root, email))[0]!)
  const member = await root(endpoints.resendInvitation, { params: { email: email.toUpperCase() } })
  expect(member).toMatchObject({ email, status: 2, accountStatus: 2 })
  const mails = await mailsTo(root, email)
  expect(mails).toHaveLength(2)
  const second = invitationIn(mails[0]!)
  const login = (password: string) => server.anonymous(endpoints.login, { body: { email, password } })
  expect(await codeOf(login(first.password))).toBe('incorrectCredentials')
  expect(await codeOf(server.anonymous(endpoints.checkLink, { body: { challengeToken: first.token } }))).toBe('linkInvalid')
  expect(await login(second.password)).toMatchObject({ challenge: 'NEW_PASSWORD_REQUIRED' })
  expect(await server.anonymous(endpoints.checkLink, { body: { challengeToken: second.token } })).toEqual({ purpose: 'invitation', email })
})

test('an invitation is sent again five times an hour at most, and not to a confirmed member', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('ROOT')
  await root(endpoints.createMember, { body: { email, name: 'New', role_id: 3 } })
  const codes: string[] = []
  for (let n = 0; n < 6; n += 1) codes.push(await codeOf(root(endpoints.resendInvitation, { params: { email } })))
  expect(codes).toEqual([...Array.from({ length: 5 }, () => 'answered'), 'tooManyRequests'])
  expect(await failure(root(endpoints.resendInvitation, { params: { email: root.email } }))).toMatchObject({
    status: 409,
    code: 'alreadyConfirmed',
    message: 'This member has already signed in',
  })
  expect(await codeOf(root(endpoints.resendInvitation, { params: { email: 'nobody@example.com' } }))).toBe('userNotFound')
})

test('resetting the second factor ends the sign-ins; the next one asks for the password only', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('ROOT')
  const password = 'Quarry_lantern58'
  await makeAccount(server.db, { email, name: 'New', role: 'MEMBER', password })
  const login = () => server.anonymous(endpoints.login, { body: { email, password } })
  const { accessToken } = tokensOf(await login())
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
  const reset = () => root(endpoints.resetMemberMfa, { params: { email } })
  expect(await failure(reset())).toMatchObject({ status: 409, message: 'Multi-factor authentication is not enabled' })

  const begun = await fetch(`${server.url}/v1/password-setting/generate-mfa-qr`, { headers })
  const { data } = (await begun.json()) as { data: { secret: string } }
  const { TOTP, Secret } = await import('otpauth')
  const code = new TOTP({ secret: Secret.fromBase32(data.secret) }).generate()
  await fetch(`${server.url}/v1/password-setting/verify-otp`, { method: 'POST', headers, body: JSON.stringify({ code }) })
  const pending = await login()
  expect(pending).toMatchObject({ challenge: 'SOFTWARE_TOKEN_MFA' })

  expect(await reset()).toMatchObject({ email, mfaStatus: false })
  expect((await fetch(`${server.url}/v1/check`, { headers })).status).toBe(401)
  expect(await server.db.selectFrom('recovery_codes').selectAll().execute()).toEqual([])
  const challengeToken = 'challengeToken' in pending ? pending.challengeToken : ''
  expect(await codeOf(server.anonymous(endpoints.verifyOtp, { body: { challengeToken, code } }))).toBe('otpIncorrectOrExpired')
  tokensOf(await login())
})

test('resetting a second factor, including the own one, needs a fresh proof', async () => {
  await using server = await startTestServer()
  const admin = await server.signIn('ADMIN')
  await enableMfa(admin)
  await server.db
    .updateTable('sign_ins')
    .set({ verified_at: new Date(Date.now() - 11 * 60_000) })
    .execute()
  const reset = () => admin(endpoints.resetMemberMfa, { params: { email: admin.email } })
  expect(await failure(reset())).toMatchObject({ status: 403, code: 'verificationRequired' })
  expect(await memberByEmail(admin, admin.email)).toMatchObject({ mfaStatus: true })
  const other = await server.signIn('ADMIN')
  await enableMfa(other)
  expect(await codeOf(admin(endpoints.resetMemberMfa, { params: { email: other.email } }))).toBe('verificationRequired')
  await server.db.updateTable('sign_ins').set({ verified_at: new Date() }).execute()
  expect(await codeOf(reset())).toBe('answered')
})

test('ending all sign-ins of a member takes effect at once, needs a sufficient role, and is logged', async () => {
  await using server = await startTestServer()
  const [admin, root, member] = [await server.signIn('ADMIN'), await server.signIn('ROOT'), await server.signIn('MEMBER')]
  const end = (by: TestCall, address: string) => by(endpoints.endMemberSignIns, { params: { email: address } })
  expect(await end(admin, member.email.toUpperCase())).toEqual({ ended: 1 })
  expect(await codeOf(member(endpoints.check, {}))).toBe('sessionEnded')
  expect(await end(admin, member.email)).toEqual({ ended: 0 })
  expect(await codeOf(end(admin, root.email))).toBe('noPermission')
  expect(await failure(end(admin, admin.email))).toMatchObject({ status: 409, code: 'ownAccountSignIns' })
  expect(await codeOf(end(await server.signIn('MEMBER'), admin.email))).toBe('noPermission')
  for (const still of [admin, root]) expect(await codeOf(still(endpoints.check, {}))).toBe('answered')
  const log = await server.db.selectFrom('action_logs').select(['action', 'url', 'request_by']).orderBy('id').executeTakeFirst()
  expect(log).toEqual({ action: 'memberUpdate', url: `/v1/member/${member.email.toUpperCase()}/sign-ins`, request_by: admin.email })
})

test('unlocking ends a lock at once, and succeeds without one', async () => {
  await using server = await startTestServer()
  const admin = await server.signIn('ADMIN')
  const password = 'Quarry_lantern58'
  await makeAccount(server.db, { email, name: 'New', role: 'MEMBER', password })
  const login = (secret: string) => server.anonymous(endpoints.login, { body: { email, password: secret } })
  for (let n = 0; n < 10; n += 1) await failure(login('wrong'))
  expect(await failure(login(password))).toMatchObject({ code: 'accountLocked' })
  expect((await memberByEmail(admin, email)).lockedUntil).not.toBeNull()
  const unlock = (address: string) => admin(endpoints.unlockMember, { params: { email: address } })
  expect(await unlock(email.toUpperCase())).toMatchObject({ lockedUntil: null })
  tokensOf(await login(password))
  expect(await unlock(email)).toMatchObject({ lockedUntil: null })
  expect(await codeOf(unlock('nobody@example.com'))).toBe('userNotFound')
})

test('simultaneous unlocks of one member do not deadlock', async () => {
  await using server = await startTestServer()
  const admin = await server.signIn('ADMIN')
  await makeAccount(server.db, { email, name: 'New', role: 'MEMBER' })
  const codes = await Promise.all(Array.from({ length: 60 }, () => codeOf(admin(endpoints.unlockMember, { params: { email } }))))
  expect(new Set(codes)).toEqual(new Set(['answered']))
})
