import { expect, test } from 'vitest'
import { CallError } from '@simdeck/contract/client.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { startTestServer } from '../testing/server.ts'
import { startSmtp } from '../testing/smtp.ts'
import { until } from '../testing/until.ts'
import { outboxOf, queueMail } from './testing.ts'

const code = '04071234'
const reset = { kind: 'authentication', values: { username: 'taro@example.com', code, url: 'https://c.example.com/forgot' } } as const
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => (error instanceof CallError ? error.body?.code : String(error)),
  )

test('without a mail server a mail is kept for ROOT to read, and is sent when ROOT sends it again', async () => {
  await using smtp = await startSmtp()
  await using server = await startTestServer()
  const root = await server.signIn('ROOT')
  await queueMail(server, {}, 'taro@example.com', reset, 'ja')
  const [mail] = await outboxOf(root)
  expect(mail).toMatchObject({
    to: 'taro@example.com',
    subject: '【Simdeck】パスワード再設定の認証コード',
    body: expect.stringContaining(`認証コード：${code}`),
    state: 'kept',
    tries: 0,
    sent_at: null,
    error: null,
  })
  const params = { id: mail?.id ?? 0 }
  expect(await codeOf(root(endpoints.retryMail, { params }))).toBe('mailNotConfigured')

  const settings = {
    host: '127.0.0.1',
    port: smtp.port,
    security: 'none',
    username: '',
    from_address: 'a@example.com',
    from_name: '',
  } as const
  await root(endpoints.putMailSettings, { body: settings })
  await queueMail(server, {}, 'jiro@example.com', reset)
  await smtp.mailTo('jiro@example.com')
  expect((await root(endpoints.listMailOutbox, { query: { state: 'kept' } })).data).toMatchObject([params])

  await root(endpoints.retryMail, { params })
  expect((await smtp.mailTo('taro@example.com')).text).toContain(code)
  const sent = await until(async () => (await outboxOf(root)).find(({ id, state }) => id === params.id && state === 'sent'))
  expect(sent).toMatchObject({ body: null, sent_at: expect.any(String) })
  expect(await codeOf(root(endpoints.retryMail, { params }))).toBe('notFound')
  expect(await codeOf(root(endpoints.retryMail, { params: { id: 999_999 } }))).toBe('notFound')
})

test('only ROOT may read the outbox, and its bodies are stored encrypted', async () => {
  await using server = await startTestServer()
  await queueMail(server, {}, 'taro@example.com', reset)
  for (const role of ['ADMIN', 'MEMBER'] as const) {
    const call = await server.signIn(role)
    expect(await codeOf(call(endpoints.listMailOutbox, { query: {} }))).toBe('noPermission')
    expect(await codeOf(call(endpoints.retryMail, { params: { id: 1 } }))).toBe('noPermission')
  }
  const [row] = await server.db.selectFrom('mails').selectAll().execute()
  expect(row?.body?.includes(code)).toBe(false)
  expect(row?.subject).not.toContain(code)

  const root = await server.signIn('ROOT')
  await queueMail(server, {}, 'jiro@example.com', reset)
  await server.db
    .updateTable('mails')
    .set({ body: row?.body ?? null })
    .where('recipient', '=', 'jiro@example.com')
    .execute()
  const [moved, kept] = await outboxOf(root)
  expect(moved).toMatchObject({ to: 'jiro@example.com', body: null })
  expect(kept?.body).toContain(code)
})

test('the outbox is paged and filtered by state and by a part of the address', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('ROOT')
  for (const to of ['a_b@example.com', 'axb@example.com', 'C@example.com']) await queueMail(server, {}, to, reset)
  await server.db.updateTable('mails').set({ state: 'failed', error: '550 no' }).where('recipient', '=', 'axb@example.com').execute()
  const found = async (query: object) => (await root(endpoints.listMailOutbox, { query })).data.map(({ to }) => to)
  expect(await found({})).toEqual(['C@example.com', 'axb@example.com', 'a_b@example.com'])
  expect(await found({ sort: 'created_at:ASC' })).toEqual(['a_b@example.com', 'axb@example.com', 'C@example.com'])
  expect(await found({ state: 'failed' })).toEqual(['axb@example.com'])
  expect(await found({ to: 'a_B' })).toEqual(['a_b@example.com'])
  expect(await found({ to: '%' })).toEqual([])
  expect(await root(endpoints.listMailOutbox, { query: { take: 2, skip: 2 } })).toMatchObject({
    data: [{ to: 'a_b@example.com' }],
    pageIndex: 1,
    totalPages: 2,
    totalItems: 3,
  })
  expect(await codeOf(root(endpoints.listMailOutbox, { query: { sort: 'body:ASC' } }))).toBe('invalidInput')
})
