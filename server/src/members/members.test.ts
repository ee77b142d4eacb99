import { expect, test } from 'vitest'
import { tokensOf } from '@simdeck/contract/auth.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { codeOf, failure, invitationIn, mailsTo, memberByEmail } from '../testing/people.ts'
import { startSmtp } from '../testing/smtp.ts'
import { startTestServer, type TestCall, type TestServer } from '../testing/server.ts'

const email = 'New.Member@example.com'
const password = 'Quarry_lantern58'

const invite = (call: TestCall, more: Partial<{ email: string; name: string; role_id: 1 | 2 | 3; language: 'ja' | 'en' }> = {}) =>
  call(endpoints.createMember, { body: { email, name: 'New Member', role_id: 3, ...more } })
const update = (call: TestCall, address: string, body: { name?: string; role_id?: 1 | 2 | 3; activation?: 1 | 2 }) =>
  call(endpoints.updateMember, { params: { email: address }, body })
const remove = (call: TestCall, ...emails: string[]) => call(endpoints.deleteMembers, { body: { emails } })
const signIn = (server: TestServer, address: string, secret: string) =>
  server.anonymous(endpoints.login, { body: { email: address, password: secret } })
const actions = (server: TestServer) =>
  server.db.selectFrom('action_logs').select(['action', 'method', 'url', 'status', 'message', 'request_by']).orderBy('id').execute()

test('an invitation creates an unconfirmed member, and its mail contains the link to set a password', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('ROOT')
  const made = await invite(root)
  expect(made).toMatchObject({ name: 'New Member', email, role_id: 3, role: 'MEMBER', status: 2, accountStatus: 2, mfaStatus: false })
  const days = (Date.parse(made.invitedUntil ?? '') - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(6.9)
  expect(days).toBeLessThanOrEqual(7)

  const mails = await mailsTo(root, email)
  expect(mails).toHaveLength(1)
  const { password: temporary, token } = invitationIn(mails[0]!)
  expect(mails[0]?.body).toContain(`${server.url.replace('127.0.0.1', 'localhost')}/change-password/${token}`)
  const challenge = await signIn(server, email, temporary)
  expect(challenge).toMatchObject({ challenge: 'NEW_PASSWORD_REQUIRED' })
  await server.anonymous(endpoints.confirmPassword, { body: { challengeToken: token, new_password: password } })
  tokensOf(await signIn(server, email, password))
  expect(await memberByEmail(root, email)).toMatchObject({ status: 1, accountStatus: 1, invitedUntil: null })
  expect(await actions(server)).toContainEqual({
    action: 'memberAdd',
    method: 'POST',
    url: '/v1/member',
    status: 200,
    message: null,
    request_by: root.email,
  })
})

test('an invitation reports that no mail server sends it, and its mail stays in the outbox', async () => {
  await using smtp = await startSmtp()
  await using server = await startTestServer()
  const [root, admin] = [await server.signIn('ROOT'), await server.signIn('ADMIN')]
  const again = () => root(endpoints.resendInvitation, { params: { email } })
  expect([(await invite(root)).mail, (await again()).mail]).toEqual(['kept', 'kept'])
  expect((await mailsTo(root, email)).map(({ state }) => state)).toEqual(['kept', 'kept'])
  const settings = {
    host: '127.0.0.1',
    port: smtp.port,
    security: 'none',
    username: '',
    from_address: 'a@example.com',
    from_name: '',
  } as const
  await admin(endpoints.putMailSettings, { body: settings })
  expect((await again()).mail).toBe('queued')
  // A mail server that an ADMIN set is not used for mails to a ROOT.
  expect((await invite(root, { email: 'root2@example.com', role_id: 1 })).mail).toBe('kept')
})

test('an invitation is in the chosen language, else in that of the inviter', async () => {
  await using server = await startTestServer()
  const [ja, en] = [await server.signIn('ROOT', 'ja'), await server.signIn('ADMIN', 'en')]
  const subject = async (address: string) => (await mailsTo(ja, address))[0]?.subject
  await invite(ja, { email: 'a@example.com' })
  expect(await subject('a@example.com')).toMatch(/メンバー登録のご案内/)
  await invite(en, { email: 'b@example.com' })
  expect(await subject('b@example.com')).toMatch(/You have been invited/)
  await invite(ja, { email: 'c@example.com', language: 'en' })
  expect(await subject('c@example.com')).toMatch(/You have been invited/)
  // The first choice stays: a second invitation by another member does not change it.
  await ja(endpoints.resendInvitation, { params: { email: 'c@example.com' } })
  expect(await subject('c@example.com')).toMatch(/You have been invited/)
})

test.each([
  ['en', 'User already existed', 'User not existed', 'Email invalid'],
  ['ja', 'このメンバーはすでに登録されています', 'メンバーが見つかりません', 'メールアドレスが正しくありません'],
] as const)(
  'a known address, an unknown one and one of another domain are refused in the language of the caller (%s)',
  async (language, exists, missing, domain) => {
    await using server = await startTestServer()
    const root = await server.signIn('ROOT', language)
    await invite(root)
    expect(await failure(invite(root, { email: email.toUpperCase() }))).toMatchObject({ status: 409, message: exists })
    expect(await failure(update(root, 'nobody@example.com', { name: 'x' }))).toMatchObject({ status: 404, message: missing })
    expect(await failure(remove(root, email, 'nobody@example.com'))).toMatchObject({
      status: 404,
      message: missing,
      fields: [{ path: 'emails.1', message: missing }],
    })
    expect(await memberByEmail(root, email)).toMatchObject({ email })
    await root(endpoints.putAccessRestrictions, { body: { domains: ['example.org'], console_ranges: [], api_ranges: [] } })
    expect(await failure(invite(root, { email: 'other@example.com' }))).toMatchObject({ status: 400, message: domain })
    expect(await failure(root(endpoints.resendInvitation, { params: { email } }))).toMatchObject({ status: 400, message: domain })
    await invite(root, { email: 'other@example.org' })
  },
)

test('an invitation and a change of the access restrictions cause a system mail if it is on', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('ROOT', 'ja')
  const watcher = 'watcher@example.com'
  const restrict = () => root(endpoints.putAccessRestrictions, { body: { domains: ['example.com'], console_ranges: [], api_ranges: [] } })
  await root(endpoints.putMailDestinations, { body: { destinations: [watcher] } })
  await invite(root)
  await restrict()
  expect(await mailsTo(root, watcher)).toEqual([])
  await root(endpoints.postUserConfig, { body: [{ key: 'system_mail', value: '1' }] })
  await invite(root, { email: 'second@example.com' })
  await restrict()
  const bodies = (await mailsTo(root, watcher)).map(({ body }) => body ?? '')
  expect(bodies.filter((body) => body.includes('メンバーが招待されました') && body.includes('/v1/member'))).toHaveLength(1)
  expect(bodies.filter((body) => body.includes('アクセス制限が変更されました') && body.includes('/v1/access-restrictions'))).toHaveLength(1)
})

test('twenty simultaneous invitations of one address create one member and send one mail', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('ROOT')
  const codes = await Promise.all(
    Array.from({ length: 20 }, (_, n) => codeOf(invite(root, { email: n % 2 ? email : email.toLowerCase() }))),
  )
  expect(codes.toSorted()).toEqual(['answered', ...Array.from({ length: 19 }, () => 'userExists')])
  expect(await mailsTo(root, email)).toHaveLength(1)
})

test('name and role change, by the address in any case; a request without changes is refused', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('ROOT')
  await invite(root)
  expect(await update(root, email.toLowerCase(), { name: '  Renamed ' })).toMatchObject({ email, name: 'Renamed', role_id: 3 })
  expect(await update(root, email.toUpperCase(), { role_id: 2 })).toMatchObject({ name: 'Renamed', role_id: 2, role: 'ADMIN' })
  expect(await failure(update(root, email, {}))).toMatchObject({ status: 400, code: 'emptyParameters', message: 'Empty parameters' })
  expect(await codeOf(update(root, email, { role_id: 4 as never }))).toBe('invalidInput')
  expect(await codeOf(update(root, email, { activation: 0 as never }))).toBe('invalidInput')
  expect(await codeOf(update(root, email, { email: 'x@example.com' } as never))).toBe('invalidInput')
  expect((await actions(server)).map(({ action, url, status }) => [action, url, status])).toEqual([
    ['memberAdd', '/v1/member', 200],
    ['memberUpdate', `/v1/member/${email.toLowerCase()}`, 200],
    ['memberUpdate', `/v1/member/${email.toUpperCase()}`, 200],
    ...Array.from({ length: 4 }, () => ['memberUpdate', `/v1/member/${email}`, 400]),
  ])
})

test('a member has the user type enterprise unless created or changed as a reseller', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('ROOT')
  expect(await invite(root)).toMatchObject({ user_type: 1 })
  const change = (user_type: 1 | 2) => root(endpoints.updateMember, { params: { email }, body: { user_type } })
  expect(await change(2)).toMatchObject({ user_type: 2, name: 'New Member', role_id: 3 })
  expect(await memberByEmail(root, email)).toMatchObject({ user_type: 2 })
  const body = { email: 'reseller@example.com', name: 'Reseller', role_id: 3, user_type: 2 } as const
  expect(await root(endpoints.createMember, { body })).toMatchObject({ user_type: 2 })
  expect(await codeOf(change(3 as 2))).toBe('invalidInput')
})

test('a member with the longest and oddest valid address can be managed', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('ROOT')
  const odd = `${"#/?%&=+'{|}~^`".padEnd(64, '#')}@${'example-'.repeat(2)}exam.example.com`
  expect(odd.length).toBeLessThanOrEqual(100)
  await invite(root, { email: odd })
  expect(await update(root, odd, { name: 'Renamed' })).toMatchObject({ email: odd, name: 'Renamed' })
  expect(await remove(root, odd)).toEqual({ deleted: 1 })
})

test('a role change takes effect at the next request', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('ROOT')
  const admin = await server.signIn('ADMIN')
  await invite(admin)
  await update(root, admin.email, { role_id: 3 })
  expect(await failure(update(admin, email, { name: 'x' }))).toMatchObject({
    status: 403,
    message: 'You do not have permission to access this resource',
  })
  expect((await admin(endpoints.getMe, {})).role.name).toBe('MEMBER')
  await update(root, admin.email, { role_id: 1 })
  expect((await admin(endpoints.listApiCredentials, {})).length).toBe(0)
})

test('deactivation ends every access at once, and activation restores it', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('ROOT')
  await invite(root)
  const { token } = invitationIn((await mailsTo(root, email))[0]!)
  const tokens = tokensOf(await server.anonymous(endpoints.confirmPassword, { body: { challengeToken: token, new_password: password } }))
  const check = () => fetch(`${server.url}/v1/check`, { headers: { authorization: `Bearer ${tokens.accessToken}` } })
  expect((await check()).status).toBe(200)
  await server.anonymous(endpoints.requestPasswordReset, { body: { email } })

  expect(await update(root, email, { activation: 1 })).toMatchObject({ status: 1, accountStatus: 0 })
  expect((await check()).status).toBe(401)
  const refresh = { body: { refresh_token: tokens.refreshToken } }
  expect(await codeOf(server.anonymous(endpoints.refreshToken, refresh))).toBe('accountEnded')
  expect(await codeOf(signIn(server, email, password))).toBe('incorrectCredentials')

  expect(await update(root, email, { activation: 2 })).toMatchObject({ status: 1, accountStatus: 1 })
  expect((await check()).status).toBe(401)
  expect(await codeOf(server.anonymous(endpoints.refreshToken, refresh))).toBe('sessionEnded')
  tokensOf(await signIn(server, email, password))
})

test('an unconfirmed member has to confirm again after a deactivation; the old link stays void', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('ROOT')
  await invite(root)
  const { token } = invitationIn((await mailsTo(root, email))[0]!)
  expect(await update(root, email, { activation: 1 })).toMatchObject({ status: 2, accountStatus: 0 })
  expect(await failure(root(endpoints.resendInvitation, { params: { email } }))).toMatchObject({ status: 409, code: 'memberInactive' })
  expect(await update(root, email, { activation: 2 })).toMatchObject({ status: 2, accountStatus: 2 })
  const confirm = (challengeToken: string) =>
    server.anonymous(endpoints.confirmPassword, { body: { challengeToken, new_password: password } })
  expect(await codeOf(confirm(token))).toBe('invalidTemporaryPassword')
  await root(endpoints.resendInvitation, { params: { email } })
  tokensOf(await confirm(invitationIn((await mailsTo(root, email))[0]!).token))
})

test('several members are deleted, or none if one of them cannot be; a repeated address counts once', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('ROOT')
  const admin = await server.signIn('ADMIN')
  await admin(endpoints.postLanguage, { body: { language: 'en' } })
  await invite(root)
  expect(await codeOf(remove(root, email, root.email))).toBe('ownAccount')
  expect(await memberByEmail(root, email)).toMatchObject({ email })
  expect(await remove(root, email, email.toUpperCase(), admin.email)).toEqual({ deleted: 2 })
  expect(await codeOf(admin(endpoints.check, {}))).toBe('accountEnded')
  expect(await codeOf(remove(root, email))).toBe('userNotFound')
  expect(await server.db.selectFrom('settings').selectAll().where('type', '=', 2).execute()).toEqual([])
  for (const emails of [[], Array.from({ length: 101 }, (_, n) => `m${n}@example.com`), [''], 'x'])
    expect(await codeOf(root(endpoints.deleteMembers, { body: { emails } as never }))).toBe('invalidInput')
  // The address can be used again.
  expect(await invite(root)).toMatchObject({ status: 2 })
})

test('an API ID of any role cannot add a member, and the log shows the attempt', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('ROOT')
  const { client_id, client_secret } = await root(endpoints.createApiCredential, { body: { name: 'HR sync', role_id: 1 } })
  const response = await fetch(`${server.url}/v1/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret }),
  })
  const { access_token } = (await response.json()) as { access_token: string }
  const post = (role_id: number) =>
    fetch(`${server.url}/v1/member`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ email, name: 'Synced', role_id }),
    })
  expect((await post(1)).status).toBe(403)
  expect((await post(3)).status).toBe(403)
  const { data } = await root(endpoints.listSystemLogs, { query: { client_type: 'OPEN_API' } })
  expect(data.map(({ action, status, request_by }) => [action, status, request_by])).toEqual([
    ['memberAdd', 403, 'HR sync'],
    ['memberAdd', 403, 'HR sync'],
  ])
})

test('a role above MEMBER needs a fresh proof, and mails from before the change no longer open the account', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('ROOT')
  await invite(root)
  const before = invitationIn((await mailsTo(root, email))[0]!)
  const ageProofs = () =>
    server.db
      .updateTable('sign_ins')
      .set({ verified_at: new Date(Date.now() - 11 * 60_000) })
      .execute()
  await ageProofs()
  expect(await codeOf(invite(root, { email: 'b@example.com', role_id: 2 }))).toBe('verificationRequired')
  expect(await codeOf(invite(root, { email: 'b@example.com' }))).toBe('answered')
  expect(await codeOf(update(root, email, { role_id: 2 }))).toBe('verificationRequired')
  await server.db.updateTable('sign_ins').set({ verified_at: new Date() }).execute()
  await update(root, email, { role_id: 1 })

  const check = (token: string) => codeOf(server.anonymous(endpoints.checkLink, { body: { challengeToken: token } }))
  expect([await check(before.token), await codeOf(signIn(server, email, before.password))]).toEqual(['linkInvalid', 'incorrectCredentials'])
  const mails = await mailsTo(root, email)
  expect(mails).toHaveLength(2)
  expect(await check(invitationIn(mails[0]!).token)).toBe('answered')
  await ageProofs()
  expect(await codeOf(update(root, email, { role_id: 3 }))).toBe('answered')
})
