import { expect, test } from 'vitest'
import { tokensOf } from '@simdeck/contract/auth.ts'
import { createClient } from '@simdeck/contract/client.ts'
import { basePaths, endpoints } from '@simdeck/contract/endpoints.ts'
import { makeAccount } from '../../auth/first-member.ts'
import { codeOf } from '../../testing/people.ts'
import { startTestServer } from '../../testing/server.ts'

const secrets = {
  password: 'Canary_old_pass1',
  newPassword: 'Canary_new_pass2',
  smtpPassword: 'canary-smtp-password',
  mapKey: 'canary-google-maps-key',
  code: '918273',
  recoveryCode: 'canry-abcde',
  token: 'canary-challenge-token',
}

test('the action log contains no password, code, token or key of a successful or refused call', async () => {
  await using server = await startTestServer()
  const email = 'root.of.secrets@example.com'
  await makeAccount(server.db, { email, name: 'Root', role: 'ROOT', password: secrets.password })
  const { accessToken, refreshToken } = tokensOf(await server.anonymous(endpoints.login, { body: { email, password: secrets.password } }))
  const root = createClient({ baseUrl: (api) => server.url + basePaths[api], headers: () => ({ authorization: `Bearer ${accessToken}` }) })
  const smtp = { host: 'localhost', port: 2525, security: 'none' as const, username: 'user', from_address: email, from_name: '' }
  const { secret } = await root(endpoints.generateMfaQr, {})
  const { client_secret } = await root(endpoints.createApiCredential, { body: { name: 'program', role_id: 3 } })
  await codeOf(root(endpoints.verifyOwnOtp, { body: { code: secrets.code } }))
  await codeOf(root(endpoints.verifyOwnOtp, { body: { recoveryCode: secrets.recoveryCode } }))
  await codeOf(root(endpoints.confirmEmailChange, { body: { challengeToken: secrets.token } }))
  await root(endpoints.putMailSettings, { body: { ...smtp, password: secrets.smtpPassword } })
  await root(endpoints.postUserConfig, { body: [{ key: 'system_config_google_maps_api_key', value: secrets.mapKey }] })
  await codeOf(root(endpoints.changePassword, { body: { old_password: secrets.newPassword, new_password: secrets.newPassword } }))
  await root(endpoints.changePassword, { body: { old_password: secrets.password, new_password: secrets.newPassword } })

  const rows = await server.db.selectFrom('action_logs').selectAll().execute()
  expect(rows.map(({ url, status }) => `${url} ${status}`)).toEqual([
    '/v1/api-credentials 200',
    '/v1/password-setting/verify-otp 400',
    '/v1/password-setting/verify-otp 400',
    '/v1/mail-settings 200',
    '/v1/user-config 200',
    '/v1/password-setting 400',
    '/v1/password-setting 200',
  ])
  const recorded = JSON.stringify(rows) + server.logged()
  for (const [what, value] of Object.entries({ ...secrets, accessToken, refreshToken, secret, client_secret }))
    expect([what, recorded.includes(value)]).toEqual([what, false])
  expect(rows.find(({ url }) => url === '/v1/mail-settings')?.request_params).toContain('"password":"***"')
})
