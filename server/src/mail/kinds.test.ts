import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { languages } from '@simdeck/contract/languages.ts'
import { startTestServer } from '../testing/server.ts'
import { startSmtp } from '../testing/smtp.ts'
import type { MailContent } from './content/queue-mail.ts'
import { outboxOf, queueMail } from './testing.ts'

const username = 'taro@example.com'
const url = 'https://console.example.com/open/Zm9v-_token'

/** Each kind with its subject in both languages and the required content of its body, besides the user name. */
const kinds: { content: MailContent; ja: string; en: string; contains: string[] }[] = [
  {
    content: { kind: 'invitation', values: { username, password: 'Kari-{url}-$&7', url } },
    ja: '【車両SIM】メンバー登録のご案内',
    en: '[車両SIM] You have been invited',
    contains: ['Kari-{url}-$&7', url],
  },
  {
    content: { kind: 'authentication', values: { username, code: '04071234', url } },
    ja: '【車両SIM】パスワード再設定の認証コード',
    en: '[車両SIM] Your code for a new password',
    contains: ['04071234', url],
  },
  {
    content: { kind: 'signUp', values: { url } },
    ja: '【車両SIM】アカウント登録の確認',
    en: '[車両SIM] Please confirm your account',
    contains: [url],
  },
  {
    content: { kind: 'alreadyMember', values: { username, url } },
    ja: '【車両SIM】アカウント登録について',
    en: '[車両SIM] You already have an account',
    contains: [url],
  },
  {
    content: { kind: 'emailChange', values: { url } },
    ja: '【車両SIM】メールアドレス変更の確認',
    en: '[車両SIM] Please confirm your new e-mail address',
    contains: [url],
  },
  {
    content: { kind: 'emailChanging', values: { username, email: 'jiro@example.com' } },
    ja: '【車両SIM】メールアドレスの変更手続きについて',
    en: '[車両SIM] Your e-mail address is about to change',
    contains: ['jiro@example.com'],
  },
  {
    content: { kind: 'passwordChanged', values: { username } },
    ja: '【車両SIM】パスワード変更のお知らせ',
    en: '[車両SIM] Your password was changed',
    contains: [],
  },
  {
    content: {
      kind: 'approvalAsked',
      values: { username, campaign: 'Telemetry 2.4.0', sims: '8000', asker: '運用 管理者', note: '東日本から', url },
    },
    ja: '【車両SIM】配信の承認の依頼',
    en: '[車両SIM] A campaign needs your approval',
    contains: ['Telemetry 2.4.0', '8000', '運用 管理者', '東日本から', url],
  },
  {
    content: { kind: 'approvalsAsked', values: { username, count: '7', campaigns: '「A」、「B」 ほか5件', url } },
    ja: '【車両SIM】承認待ちの配信が7件あります',
    en: '[車両SIM] 7 campaigns need your approval',
    contains: ['7', '「A」、「B」 ほか5件', url],
  },
  {
    content: {
      kind: 'approvalRejected',
      values: { username, campaign: 'Telemetry 2.4.0', approver: '運用 夜間班', reason: '工事と重なる', url },
    },
    ja: '【車両SIM】配信が差し戻されました',
    en: '[車両SIM] Your campaign was rejected',
    contains: ['Telemetry 2.4.0', '運用 夜間班', '工事と重なる', url],
  },
  {
    content: {
      kind: 'notifications',
      values: { username, headline: '2件の通知', event: '配信が完了しました\n  夜間更新\n\nIMEIが変わりました', url },
    },
    ja: '【車両SIM】2件の通知',
    en: '[車両SIM] 2件の通知',
    contains: ['配信が完了しました\n  夜間更新\n\nIMEIが変わりました', url],
  },
]

test('every mail arrives in both languages with its subject and all variables filled in', async () => {
  await using smtp = await startSmtp()
  const env = { SMTP_URL: smtp.url, PUBLIC_URL: 'https://console.example.com' }
  await using server = await startTestServer(env)
  const root = await server.signIn('ROOT')
  await root(endpoints.postUserConfig, { body: [{ key: 'system_config_app_name', value: '車両SIM' }] })
  for (const language of languages) {
    for (const { content, contains, ...subject } of kinds) {
      const to = `${content.kind}.${language}@example.com`
      await queueMail(server, env, to, content, language)
      const mail = await smtp.mailTo(to)
      expect(mail).toMatchObject({
        envelope: { from: 'no-reply@console.example.com', to: [to] },
        from: { name: '車両SIM', address: 'no-reply@console.example.com' },
        to: [to],
        subject: subject[language],
      })
      const greeting = language === 'ja' ? `${username} 様\n` : `Dear ${username},\n`
      expect(mail.text.startsWith(greeting)).toBe('username' in content.values)
      for (const part of [...contains, '車両SIM']) expect(mail.text).toContain(part)
      expect(mail.text.replace('{url}', '')).not.toMatch(/[{}]/)
      expect(mail.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }))
    }
  }
  const outbox = await outboxOf(root)
  expect(outbox).toHaveLength(20)
  for (const mail of outbox) expect(mail).toMatchObject({ state: 'sent', body: null, tries: 1, error: null })
  expect(server.logged()).not.toMatch(/@|Kari|04071234|token/)
})
