import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { codeOf } from '../../testing/people.ts'
import { makeDue } from '../../testing/queued.ts'
import { startTestServer, type TestCall, type TestServer } from '../../testing/server.ts'
import { startSmtp, type TestSmtp } from '../../testing/smtp.ts'
import { until } from '../../testing/until.ts'
import { outboxOf } from '../testing.ts'

const settingsOf = ({ port }: TestSmtp) => ({
  host: '127.0.0.1',
  port,
  security: 'none' as const,
  username: '',
  from_address: 'simdeck@example.com',
  from_name: '',
})
const setServer = (by: TestCall, smtp: TestSmtp) => by(endpoints.putMailSettings, { body: settingsOf(smtp) })
const askCode = (server: TestServer, email: string) => server.anonymous(endpoints.requestPasswordReset, { body: { email } })
const codeOfMail = /\b\d{8}\b/
const toOf = (smtp: TestSmtp) => smtp.received.flatMap(({ to }) => to)

/** The newest mail in the outbox to that address, once it has that state. */
const mailAs = (root: TestCall, to: string, state: string) =>
  until(async () => {
    const mail = (await outboxOf(root)).find((one) => one.to === to && one.state === state)
    return mail ?? null
  })

test('an ADMIN who sets a mail server of their own cannot read a code of a ROOT', async () => {
  await using own = await startSmtp()
  await using server = await startTestServer()
  const [admin, root, member] = [await server.signIn('ADMIN'), await server.signIn('ROOT'), await server.signIn('MEMBER')]
  expect(await setServer(admin, own)).toMatchObject({ source: 'settings', confirmed: false })
  await askCode(server, root.email)
  await askCode(server, member.email)
  expect((await own.mailTo(member.email)).text).toMatch(codeOfMail)
  const kept = await until(async () => (await outboxOf(root)).find(({ to, body }) => to === root.email && codeOfMail.test(body ?? '')))
  expect(kept).toMatchObject({ state: 'kept', unconfirmed: true })
  expect(toOf(own)).not.toContain(root.email)
  expect(await codeOf(root(endpoints.retryMail, { params: { id: kept.id } }))).toBe('mailUnconfirmed')

  const { version } = await root(endpoints.getMailSettings, {})
  expect(await codeOf(admin(endpoints.confirmMailSettings, { body: { version } }))).toBe('noPermission')
  expect(await root(endpoints.confirmMailSettings, { body: { version } })).toMatchObject({ confirmed: true })
  await root(endpoints.retryMail, { params: { id: kept.id } })
  expect((await own.mailTo(root.email)).text).toMatch(codeOfMail)
})

test('codes of a ROOT use the server that a ROOT confirmed, until a ROOT confirms the change of an ADMIN', async () => {
  await using old = await startSmtp()
  await using next = await startSmtp()
  await using server = await startTestServer()
  const [admin, root] = [await server.signIn('ADMIN'), await server.signIn('ROOT')]
  expect(await setServer(root, old)).toMatchObject({ confirmed: true })
  const { version } = await setServer(admin, next)
  expect((await old.mailTo(root.email)).subject).toBe('[Simdeck] The mail server was changed')
  await askCode(server, root.email)
  await until(() => old.received.some(({ to, text }) => to[0] === root.email && codeOfMail.test(text)))

  expect(await admin(endpoints.deleteMailSettings, {})).toMatchObject({ source: 'none', confirmed: false })
  await askCode(server, admin.email)
  expect(await mailAs(root, admin.email, 'kept')).toMatchObject({ unconfirmed: false })
  // The ROOT confirms the version that they saw, not a later one.
  expect(await codeOf(root(endpoints.confirmMailSettings, { body: { version } }))).toBe('mailChangedMeanwhile')
  const again = await setServer(admin, next)
  await root(endpoints.confirmMailSettings, { body: { version: again.version } })
  await askCode(server, root.email)
  expect((await next.mailTo(root.email)).text).toMatch(codeOfMail)
  expect(toOf(next)).not.toContain(admin.email)
})

test('a change of the server, also by a ROOT, notifies every ROOT and nobody else, through the previous server', async () => {
  await using old = await startSmtp()
  await using next = await startSmtp()
  await using server = await startTestServer()
  await server.db.deleteFrom('members').execute()
  const [root, other] = [await server.signIn('ROOT'), await server.signIn('ROOT')]
  await setServer(root, old)
  expect(await other(endpoints.listMailChanges, {})).toMatchObject([{ what: 'server', changed_by: root.email, role_id: 1 }])
  for (const { email } of [root, other]) await old.mailTo(email)
  await setServer(other, next)
  for (const { email } of [root, other]) expect((await old.mailTo(email)).text).toContain(other.email)
  expect(next.received).toEqual([])

  const [change] = await root(endpoints.listMailChanges, {})
  await root(endpoints.acknowledgeMailChanges, { body: { up_to: change!.id } })
  expect(await root(endpoints.listMailChanges, {})).toEqual([])
  await other(endpoints.deleteMailSettings, {})
  expect(await root(endpoints.listMailChanges, {})).toMatchObject([{ changed_by: other.email }])
  // The second change by the same member within ten minutes appears in the console only.
  expect(await outboxOf(root)).toHaveLength(4)
})

test('a template that an ADMIN saved by either call is not used for a code to a ROOT until a ROOT confirms it', async () => {
  await using smtp = await startSmtp()
  await using server = await startTestServer({ SMTP_URL: smtp.url })
  const [admin, second, root] = [await server.signIn('ADMIN'), await server.signIn('ADMIN'), await server.signIn('ROOT')]
  const text = { subject: 'Code', body: 'https://evil.example/?c={code}' }
  const body = { ja: text, en: text }
  const value = JSON.stringify(body)
  for (const save of [
    () => admin(endpoints.putMailTemplate, { params: { name: 'authentication' }, body }),
    () => second(endpoints.postUserConfig, { body: [{ key: 'notify_password_authentication', value }] }),
  ]) {
    await save()
    expect((await smtp.mailTo(root.email)).subject).toBe('[Simdeck] A mail template was changed')
    await askCode(server, root.email)
    expect((await smtp.mailTo(root.email)).text).not.toContain('evil.example')
    await askCode(server, admin.email)
    expect((await smtp.mailTo(admin.email)).text).toMatch(/evil\.example\/\?c=\d{8}/)
  }
  const shown = (await root(endpoints.getMailTemplates, {})).find(({ name }) => name === 'authentication')
  expect(shown).toMatchObject({ confirmed: false, words: body })
  const confirm = (version: number) => root(endpoints.confirmMailTemplate, { params: { name: 'authentication' }, body: { version } })
  expect(await codeOf(confirm(shown!.version - 1))).toBe('mailChangedMeanwhile')
  expect(await confirm(shown!.version)).toMatchObject({ confirmed: true })
  await askCode(server, root.email)
  expect((await smtp.mailTo(root.email)).text).toMatch(/evil\.example\/\?c=\d{8}/)
})

test('a mail with the text or the server of an ADMIN stays in the outbox if its member has become a ROOT', async () => {
  await using server = await startTestServer()
  const [admin, root] = [await server.signIn('ADMIN'), await server.signIn('ROOT')]
  await using closed = await startSmtp({ refuse: () => ({ code: 451, message: 'later' }) })
  await setServer(admin, closed)
  const member = await server.signIn('MEMBER')
  await askCode(server, member.email)
  const queued = await until(async () => (await outboxOf(root)).find(({ to, tries }) => to === member.email && tries === 1))
  await server.db.updateTable('members').set({ role_id: 1 }).where('email', '=', member.email).execute()
  await makeDue(server, 'mails')
  const kept = await until(async () => (await outboxOf(root)).find(({ id, state }) => id === queued.id && state === 'kept'))
  expect(kept).toMatchObject({ tries: 1, unconfirmed: true })
})

test('mails to members leave out an application name that looks like a link', async () => {
  await using smtp = await startSmtp()
  await using server = await startTestServer({ SMTP_URL: smtp.url })
  const [admin, root] = [await server.signIn('ADMIN'), await server.signIn('ROOT')]
  await admin(endpoints.postUserConfig, { body: [{ key: 'system_config_app_name', value: 'https://evil.example' }] })
  await askCode(server, root.email)
  const { text, subject } = await smtp.mailTo(root.email)
  expect(text + subject).not.toContain('evil.example')
})

test('a replaced server is deleted with its password once no mail waits for it', async () => {
  await using old = await startSmtp()
  await using server = await startTestServer()
  const [root, other] = [await server.signIn('ROOT'), await server.signIn('ROOT')]
  await root(endpoints.putMailSettings, { body: { ...settingsOf(old), username: '' } })
  await other(endpoints.deleteMailSettings, {})
  await old.mailTo(root.email)
  const { MailServers } = await import('./mail-servers.ts')
  const { Sealer } = await import('../../platform/crypto/seal.ts')
  const { readConfig } = await import('../../config.ts')
  await until(async () => (await outboxOf(root)).every(({ state }) => state !== 'queued'))
  await new MailServers(readConfig({}), new Sealer(server.masterKey)).sweep(server.db)
  const rows = await server.db.selectFrom('mail_settings').select(['host', 'removed']).execute()
  expect(rows).toEqual([{ host: '', removed: true }])
})
