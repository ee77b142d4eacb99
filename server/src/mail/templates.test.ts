import { expect, test } from 'vitest'
import { CallError } from '@simdeck/contract/client.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { MailTemplateName, MailTemplateTexts } from '@simdeck/contract/mail-templates.ts'
import { startTestServer, type TestCall } from '../testing/server.ts'
import { outboxOf, queueMail } from './testing.ts'

const failure = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => (error instanceof CallError ? error.body : { thrown: String(error) }),
  )
const put = (call: TestCall, name: MailTemplateName, body: MailTemplateTexts) => call(endpoints.putMailTemplate, { params: { name }, body })
const reset = (call: TestCall, name: MailTemplateName) => call(endpoints.resetMailTemplate, { params: { name } })

const texts: MailTemplateTexts = {
  ja: { subject: '{application}へようこそ、{username}さん', body: '仮パスワード {password}（{username}）\n{unknown} {url}' },
  en: { subject: 'Welcome to {application}', body: '{username} {password}' },
}
const invitation = { kind: 'invitation', values: { username: 'taro@example.com', password: 'Temp-1', url: 'https://c.example/t' } } as const

test('the text of a mail is changed, used and reset', async () => {
  await using server = await startTestServer()
  const admin = await server.signIn('ADMIN')
  const root = await server.signIn('ROOT')
  const before = await admin(endpoints.getMailTemplates, {})
  expect(before.map(({ name, isDefault }) => [name, isDefault])).toEqual([
    ['invitation', true],
    ['authentication', true],
    ['system', true],
  ])
  for (const template of before) expect(template.words).toEqual(template.defaults)

  const saved = await put(admin, 'invitation', texts)
  const state = { isDefault: false, version: 1, confirmed: false }
  expect(saved).toEqual({ name: 'invitation', words: texts, defaults: before[0]?.defaults, ...state })
  expect((await admin(endpoints.getMailTemplates, {}))[0]).toEqual(saved)
  await queueMail(server, {}, 'taro@example.com', invitation, 'ja')
  expect((await outboxOf(root))[0]).toMatchObject({
    subject: 'Simdeckへようこそ、taro@example.comさん',
    body: '仮パスワード Temp-1（taro@example.com）\n{unknown} https://c.example/t',
  })

  expect(await reset(admin, 'invitation')).toEqual({ ...before[0], version: 2 })
  await queueMail(server, {}, 'taro@example.com', invitation, 'ja')
  expect((await outboxOf(root))[0]?.subject).toBe('【Simdeck】メンバー登録のご案内')
  const log = await server.db.selectFrom('action_logs').select(['action', 'url']).orderBy('id').execute()
  expect(log).toEqual([
    { action: 'settingUpdate', url: '/v1/mail-templates/invitation' },
    { action: 'settingDelete', url: '/v1/mail-templates/invitation' },
  ])
})

test('a body without a required variable is refused in each language, with the name of the variable', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('ROOT', 'ja')
  const empty = { subject: 's', body: 'b' }
  expect(await failure(put(root, 'invitation', { ja: { subject: 's', body: '{username}' }, en: empty }))).toMatchObject({
    code: 'invalidInput',
    fields: [
      { path: 'ja.body', message: '本文に{password}を入れてください' },
      { path: 'en.body', message: '本文に{username}を入れてください' },
      { path: 'en.body', message: '本文に{password}を入れてください' },
    ],
  })
  expect(await failure(put(root, 'authentication', { ja: { subject: '{code}', body: '{code}' }, en: empty }))).toMatchObject({
    fields: [
      { path: 'ja.subject', message: '{code}は件名には使えません。本文に入れてください' },
      { path: 'en.body', message: '本文に{code}を入れてください' },
    ],
  })
  expect(await failure(put(root, 'system', { ja: empty, en: { subject: '{url}', body: '{time}{method}{url}' } }))).toMatchObject({
    fields: [{ path: 'ja.body' }, { path: 'ja.body' }, { path: 'ja.body' }],
  })
  const hostile = { ...texts, en: { subject: 'a\r\nBcc: b@example.com', body: '{username}{password}' } }
  expect(await failure(put(root, 'invitation', hostile))).toMatchObject({ fields: [{ path: 'en.subject' }] })
  expect((await root(endpoints.getMailTemplates, {})).every(({ isDefault }) => isDefault)).toBe(true)
})

test('a secret stays out of the subject, which is stored unencrypted, even if the template puts it there', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('ROOT')
  const text = { subject: '{password} {url} {username}', body: '{username} {password}' }
  await root(endpoints.postUserConfig, {
    body: [{ key: 'notify_password_invitation', value: JSON.stringify({ ja: text, en: text }) }],
  })
  await queueMail(server, {}, 'taro@example.com', invitation)
  expect((await outboxOf(root))[0]).toMatchObject({ subject: '{password} {url} taro@example.com', body: 'taro@example.com Temp-1' })
})

test('each template needs its own permission', async () => {
  await using server = await startTestServer()
  const member = await server.signIn('MEMBER')
  const admin = await server.signIn('ADMIN')
  const all = '{username}{password}{code}{time}{method}{url}'
  const body = { ja: { subject: 's', body: all }, en: { subject: 's', body: all } }
  const needs = { invitation: 'SETTING_NOTIFY_PASSWORD', authentication: 'SETTING_NOTIFY_PASSWORD', system: 'SETTING_SYSTEM_MAIL' }
  for (const [name, need] of Object.entries(needs) as [MailTemplateName, string][]) {
    expect(await failure(put(member, name, body))).toMatchObject({ code: 'noPermission' })
    expect(await failure(reset(member, name))).toMatchObject({ code: 'noPermission' })
    expect(await put(admin, name, body)).toMatchObject({ isDefault: false })
    await server.db.deleteFrom('role_permissions').where('role_id', '=', 2).where('permission', '=', need).execute()
    expect(await failure(put(admin, name, body))).toMatchObject({ code: 'noPermission' })
    expect(await failure(reset(admin, name))).toMatchObject({ code: 'noPermission' })
    await server.db.insertInto('role_permissions').values({ role_id: 2, permission: need }).execute()
  }
  expect(await failure(put(admin, 'unknown' as MailTemplateName, body))).toMatchObject({ code: 'invalidInput' })
})
