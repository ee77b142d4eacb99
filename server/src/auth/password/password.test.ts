import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { startTestServer } from '../../testing/server.ts'
import { makeAccount } from '../first-member.ts'
import { newTemporaryPassword } from '../challenges/invite.ts'
import { clientOf, codeOf, enableMfa, mailsTo, makeMember, mfaChallenge, outcomeOf, refusal } from '../testing.ts'

const fresh = 'Fresh!Sakana77'

test('a new password ends the other sign-ins and the unfinished ones, keeps this one, and causes a mail', async () => {
  await using server = await startTestServer()
  const member = await makeMember(server)
  const other = await makeOtherSignIn()
  await member.call(endpoints.changePassword, { body: { old_password: member.password, new_password: fresh } })
  expect(await outcomeOf(member.call(endpoints.getMe, {}))).toBe('ok')
  expect(await outcomeOf(other(endpoints.getMe, {}))).toBe('sessionEnded')
  expect(await outcomeOf(server.anonymous(endpoints.login, { body: { email: member.email, password: member.password } }))).toBe(
    'incorrectCredentials',
  )
  expect(await outcomeOf(server.anonymous(endpoints.login, { body: { email: member.email, password: fresh } }))).toBe('ok')
  expect((await mailsTo(server, member.email))[0]?.body).toContain('Taro Unyo')

  async function makeOtherSignIn() {
    const tokens = await server.anonymous(endpoints.login, { body: { email: member.email, password: member.password } })
    return clientOf(server, 'accessToken' in tokens ? tokens.accessToken : '')
  }
})

test('an unfinished sign-in does not outlive a new password', async () => {
  await using server = await startTestServer()
  const member = await makeMember(server)
  const { secret } = await enableMfa(server, member)
  const challengeToken = await mfaChallenge(server, member)
  await member.call(endpoints.changePassword, { body: { old_password: member.password, new_password: fresh } })
  expect(await outcomeOf(server.anonymous(endpoints.verifyOtp, { body: { challengeToken, code: codeOf(secret) } }))).toBe(
    'otpIncorrectOrExpired',
  )
})

test('of two changes with the same old password at once, one succeeds', async () => {
  await using server = await startTestServer()
  const member = await makeMember(server)
  const change = (new_password: string) =>
    outcomeOf(member.call(endpoints.changePassword, { body: { old_password: member.password, new_password } }))
  const outcomes = await Promise.all([change(fresh), change(`${fresh}x`), change(`${fresh}y`)])
  expect(outcomes.toSorted()).toEqual(['invalidPassword', 'invalidPassword', 'ok'])
})

test('a password can be changed five times a day', async () => {
  await using server = await startTestServer()
  const member = await makeMember(server)
  let current = member.password
  const change = async (new_password: string) => {
    const outcome = await outcomeOf(member.call(endpoints.changePassword, { body: { old_password: current, new_password } }))
    if (outcome === 'ok') current = new_password
    return outcome
  }
  for (let time = 0; time < 5; time++) expect(await change(`${fresh}${time}`)).toBe('ok')
  const body = { old_password: current, new_password: fresh }
  expect(await refusal(member.call(endpoints.changePassword, { body }))).toMatchObject({
    status: 429,
    message: 'Too many password changes. Please wait a while and try again',
  })
  expect(await outcomeOf(server.anonymous(endpoints.login, { body: { email: member.email, password: current } }))).toBe('ok')
  await server.db
    .updateTable('password_changes')
    .set({ at: new Date(Date.now() - 25 * 3_600_000) })
    .execute()
  expect(await change(fresh)).toBe('ok')
})

test('the rules of the settings apply to every new password, and the message names the broken ones in both languages', async () => {
  await using server = await startTestServer()
  const root = await makeMember(server, 'ROOT')
  await root.call(endpoints.postUserConfig, {
    body: [
      { key: 'system_password_minimum', value: '12' },
      { key: 'system_password_upper_case', value: '2' },
      { key: 'system_password_lower_case', value: '2' },
      { key: 'system_password_number', value: '2' },
      { key: 'system_password_symbol', value: '2' },
    ],
  })
  const member = await makeMember(server)
  const change = (new_password: string, language: 'ja' | 'en' = 'en') =>
    refusal(
      clientOf(server, member.accessToken, language)(endpoints.changePassword, { body: { old_password: member.password, new_password } }),
    )
  const broken: Record<string, string> = {
    'Kx7mQp2!': 'at least 12 characters',
    'kx7mqp2!vrtw': 'at least one upper-case letter',
    'KX7MQP2!VRTW': 'at least one lower-case letter',
    'KxamQpb!vRtw': 'at least one digit',
    Kx7mQp2svRtw: 'at least one symbol (!@#$%^&*()_+)',
    'Kx7mQp2!-vRtw': 'only letters, digits and symbols (!@#$%^&*()_+)',
    'Kx7mQp2!漢字vRtw': 'only letters, digits and symbols (!@#$%^&*()_+)',
    [`Kx7mQp2!${'a9Q!'.repeat(15)}`]: 'at most 64 characters',
  }
  for (const [password, message] of Object.entries(broken)) {
    expect(await change(password)).toMatchObject({ status: 400, code: 'passwordRules', fields: [{ path: 'new_password', message }] })
  }
  expect(await change('short', 'ja')).toMatchObject({
    message: 'パスワードが条件を満たしていません',
    fields: [
      {
        path: 'new_password',
        message: '12文字以上にしてください、英大文字を含めてください、数字を含めてください、記号（!@#$%^&*()_+）を含めてください',
      },
    ],
  })
  expect(await outcomeOf(member.call(endpoints.changePassword, { body: { old_password: member.password, new_password: fresh } }))).toBe(
    'ok',
  )
})

test('a common password, one made from the own name or address, and the current one are refused', async () => {
  await using server = await startTestServer()
  await makeAccount(server.db, { email: 'yamashita.kenichi@example.com', name: 'Yamashita Kenichi', role: 'MEMBER', password: fresh })
  const tokens = await server.anonymous(endpoints.login, { body: { email: 'yamashita.kenichi@example.com', password: fresh } })
  const call = clientOf(server, 'accessToken' in tokens ? tokens.accessToken : '')
  const change = (new_password: string) => outcomeOf(call(endpoints.changePassword, { body: { old_password: fresh, new_password } }))
  for (const easy of ['password1', 'Iloveyou1', 'qwertyuiop', 'sakura123', 'Yamashita1', 'aaaaaaaaaaaa'])
    expect([easy, await change(easy)]).toEqual([easy, 'passwordCommon'])
  expect(await change(fresh)).toBe('passwordReused')
})

test('a wrong current password gets a message in both languages and changes nothing', async () => {
  await using server = await startTestServer()
  const member = await makeMember(server)
  const body = { old_password: 'x', new_password: fresh }
  expect(await refusal(member.call(endpoints.changePassword, { body }))).toMatchObject({ status: 400, message: 'Invalid input password' })
  expect((await refusal(clientOf(server, member.accessToken, 'ja')(endpoints.changePassword, { body }))).message).toBe(
    '現在のパスワードが正しくありません',
  )
  expect(await outcomeOf(server.anonymous(endpoints.login, { body: { email: member.email, password: member.password } }))).toBe('ok')
})

test('a temporary password only lets its member choose another, and is void afterwards', async () => {
  await using server = await startTestServer()
  const { id, email } = await makeMember(server)
  const { password } = await newTemporaryPassword(server.db, id)
  const login = () => server.anonymous(endpoints.login, { body: { email, password } })
  const first = await login()
  const second = await login()
  if (!('challenge' in first) || !('challenge' in second)) throw new Error('a temporary password opened a sign-in')
  expect(first.challenge).toBe('NEW_PASSWORD_REQUIRED')
  const confirm = (challengeToken: string, new_password: string) =>
    server.anonymous(endpoints.confirmPassword, { body: { challengeToken, new_password } })
  expect(await outcomeOf(confirm(first.challengeToken, password))).toBe('passwordReused')
  expect(await outcomeOf(confirm(first.challengeToken, 'password1'))).toBe('passwordCommon')
  expect(await confirm(first.challengeToken, fresh)).toHaveProperty('accessToken')
  expect(await outcomeOf(confirm(second.challengeToken, `${fresh}x`))).toBe('invalidTemporaryPassword')
  expect(await outcomeOf(login())).toBe('incorrectCredentials')
})

test('an invitation link sets the first password once, even from two tabs at once, and confirms the member', async () => {
  await using server = await startTestServer()
  const { id, email } = await makeMember(server)
  await server.db.updateTable('members').set({ account_status: 'in_confirm', confirmed_at: null }).where('id', '=', id).execute()
  const { token, password } = await newTemporaryPassword(server.db, id)
  expect(await server.anonymous(endpoints.checkLink, { body: { challengeToken: token } })).toEqual({ purpose: 'invitation', email })
  const confirm = (new_password: string) =>
    outcomeOf(server.anonymous(endpoints.confirmPassword, { body: { challengeToken: token, new_password } }))
  // Each tab chooses another password: the same one would be refused as `passwordReused` if the tab reads the member's row after the first.
  expect((await Promise.all([confirm(fresh), confirm(`${fresh}2`), confirm(`${fresh}3`)])).toSorted()).toEqual([
    'invalidTemporaryPassword',
    'invalidTemporaryPassword',
    'ok',
  ])
  const row = await server.db.selectFrom('members').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ account_status: 'active', must_change_password: false, password_expires_at: null })
  expect(row.confirmed_at).not.toBeNull()
  expect(await refusal(server.anonymous(endpoints.checkLink, { body: { challengeToken: token } }))).toMatchObject({ status: 410 })
  expect(await outcomeOf(server.anonymous(endpoints.login, { body: { email, password } }))).toBe('incorrectCredentials')
})

test('a temporary password and its link lapse after seven days, and are void when the member is deactivated', async () => {
  await using server = await startTestServer()
  const { id, email } = await makeMember(server)
  const { password, token } = await newTemporaryPassword(server.db, id)
  const expiry = await server.db.selectFrom('members').select('password_expires_at as at').where('id', '=', id).executeTakeFirstOrThrow()
  expect(Math.round(((expiry.at?.getTime() ?? 0) - Date.now()) / 3_600_000)).toBe(7 * 24)
  const anonymous = clientOf(server, null)
  const login = () => refusal(anonymous(endpoints.login, { body: { email, password } }))
  const confirm = () => refusal(anonymous(endpoints.confirmPassword, { body: { challengeToken: token, new_password: fresh } }))
  await server.db.updateTable('members').set({ account_status: 'inactive' }).where('id', '=', id).execute()
  expect(await login()).toMatchObject({ code: 'incorrectCredentials' })
  expect(await confirm()).toMatchObject({ code: 'invalidTemporaryPassword' })
  await server.db.updateTable('members').set({ account_status: 'active', password_expires_at: new Date() }).where('id', '=', id).execute()
  await server.db.updateTable('challenges').set({ expires_at: new Date() }).execute()
  expect(await login()).toMatchObject({ status: 401, message: 'Invalid input temporary password' })
  expect(await confirm()).toMatchObject({ status: 401, message: 'Invalid input temporary password' })
  const japanese = clientOf(server, null, 'ja')(endpoints.login, { body: { email, password } })
  expect((await refusal(japanese)).message).toBe('仮パスワードが正しくないか、有効期限が切れています')
})

test('with MFA, a new password in place of a temporary one still asks for the code', async () => {
  await using server = await startTestServer()
  const member = await makeMember(server)
  const { secret } = await enableMfa(server, member)
  const { token } = await newTemporaryPassword(server.db, member.id)
  const answer = await server.anonymous(endpoints.confirmPassword, { body: { challengeToken: token, new_password: fresh } })
  if (!('challenge' in answer)) throw new Error('the second factor was left out')
  expect(answer.challenge).toBe('SOFTWARE_TOKEN_MFA')
  const { challengeToken } = answer
  expect(await outcomeOf(server.anonymous(endpoints.verifyOtp, { body: { challengeToken, code: codeOf(secret) } }))).toBe('ok')
})

test('the first ROOT must change a generated password, but not one that the operator chose', async () => {
  await using given = await startTestServer()
  const root = { email: 'root@simdeck.example', password: 'Initial-root-1' }
  expect(await given.anonymous(endpoints.login, { body: root })).toHaveProperty('accessToken')
  await using made = await startTestServer({ ROOT_PASSWORD: '' })
  const row = await made.db.selectFrom('members').selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({
    email: 'root@simdeck.example',
    must_change_password: true,
    password_expires_at: null,
    account_status: 'active',
  })
})

test('temporary passwords satisfy the strictest policy', async () => {
  await using server = await startTestServer()
  const root = await makeMember(server, 'ROOT')
  const kinds = ['upper_case', 'lower_case', 'number', 'symbol'] as const
  await root.call(endpoints.postUserConfig, {
    body: [
      { key: 'system_password_minimum', value: '64' },
      ...kinds.map((kind) => ({ key: `system_password_${kind}` as const, value: '2' })),
    ],
  })
  const { password } = await newTemporaryPassword(server.db, root.id)
  expect(password).toMatch(/^(?=.*[A-Z])(?=.*[a-z])(?=.*\d)(?=.*[!@#$%^&*()_+])[A-Za-z\d!@#$%^&*()_+]{64}$/)
})
