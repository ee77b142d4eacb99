import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestCall } from '../testing/server.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { clientOf, makeMember, refusal, type TestMember } from './testing.ts'

let server: TestServer
let member: TestMember
beforeAll(async () => {
  server = await startTestServer()
  member = await makeMember(server)
})
afterAll(() => server[Symbol.asyncDispose]())

const new_password = 'Fresh!Sakana77'

/** Each message with a call that causes it. Messages that other tests check are left out. */
const messages: Record<string, { en: string; ja: string; call: (call: TestCall) => Promise<unknown> }> = {
  invalidInput: {
    en: 'Invalid input',
    ja: '入力内容が正しくありません',
    call: (call) => call(endpoints.login, { body: { email: '', password: '' } }),
  },
  otpIncorrectOrExpired: {
    en: 'The one-time password is incorrect or expired',
    ja: 'ワンタイムパスワードが正しくないか、有効期限が切れています',
    call: (call) => call(endpoints.confirmPasswordReset, { body: { email: 'nobody@example.com', code: '12345678', new_password } }),
  },
  tooManyPasswordChanges: {
    en: 'Too many password changes. Please wait a while and try again',
    ja: 'パスワードの変更回数が多すぎます。しばらく待ってから再試行してください',
    async call(call) {
      for (let time = 0; time < 5; time++) await server.db.insertInto('password_changes').values({ member_id: member.id }).execute()
      await call(endpoints.changePassword, { body: { old_password: member.password, new_password } })
    },
  },
  passwordCommon: {
    en: 'This password is too easy to guess. Choose another one',
    ja: '推測されやすいパスワードです。別のパスワードにしてください',
    call: (call) => call(endpoints.changePassword, { body: { old_password: member.password, new_password: 'password1' } }),
  },
  passwordReused: {
    en: 'The new password must differ from the current one',
    ja: '現在のパスワードとは別のパスワードにしてください',
    call: (call) => call(endpoints.changePassword, { body: { old_password: member.password, new_password: member.password } }),
  },
  mfaNotEnabled: {
    en: 'Multi-factor authentication is not enabled',
    ja: '多要素認証は有効になっていません',
    call: (call) => call(endpoints.resetMfa, {}),
  },
  mfaNotStarted: {
    en: 'Get a QR code first',
    ja: '先にQRコードを表示してください',
    call: (call) => call(endpoints.verifyOwnOtp, { body: { code: '123456' } }),
  },
  signUpClosed: {
    en: 'Sign-up is closed',
    ja: '新規登録は受け付けていません',
    call: (call) => call(endpoints.register, { body: { email: 'hanako@example.com', name: 'Hanako' } }),
  },
  emailInvalid: {
    en: 'Email invalid',
    ja: 'メールアドレスが正しくありません',
    call: (call) => call(endpoints.requestEmailChange, { body: { email: member.email } }),
  },
  linkInvalid: {
    en: 'The link is no longer valid',
    ja: 'このリンクは無効です',
    call: (call) => call(endpoints.checkLink, { body: { challengeToken: 'x' } }),
  },
  signInNotFound: {
    en: 'The sign-in has already ended',
    ja: 'このログインはすでに終了しています',
    call: (call) => call(endpoints.endSignIn, { params: { id: 'a1b2c3d4-0000-4000-8000-000000000000' } }),
  },
  noPermission: {
    en: 'You do not have permission to access this resource',
    ja: 'この操作を行う権限がありません',
    call: (call) => call(endpoints.listApiCredentials, {}),
  },
}

test.each(Object.entries(messages))('%s has a message in both languages', async (code, { en, ja, call }) => {
  expect(await refusal(call(clientOf(server, member.accessToken, 'en')))).toMatchObject({ code, message: en })
  expect(await refusal(call(clientOf(server, member.accessToken, 'ja')))).toMatchObject({ code, message: ja })
})
