import { expect, test } from 'vitest'
import { CallError } from '@simdeck/contract/client.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { readConfig } from '../config.ts'
import { Sealer } from '../platform/crypto/seal.ts'
import { openDatabase } from '../platform/db/database.ts'
import type { ServerFailure } from '../platform/http/failures.ts'
import { createLog } from '../platform/log.ts'
import { startTestServer, type TestCall, type TestServer } from '../testing/server.ts'
import { startSmtp } from '../testing/smtp.ts'
import { until } from '../testing/until.ts'
import { FailureReports } from './failure-reports.ts'
import { MailServers } from './trust/mail-servers.ts'
import { Outbox } from './outbox.ts'
import type { SystemEvent } from './content/queue-mail.ts'
import { SystemMail } from './system-mail.ts'
import { outboxOf } from './testing.ts'

const ops = 'ops@example.com'
const failure: ServerFailure = { method: 'GET', route: '/v1/member/{email}', status: 500, code: 'serverError' }

/** System mail of another node on the server's database. */
function systemMailOf(server: TestServer): SystemMail {
  const sealer = new Sealer(server.masterKey)
  return new SystemMail(new Outbox(sealer, new MailServers(readConfig({}), sealer)))
}

/** Failure reports of another node; it writes them at `close` or `reportDelayed` only. */
const reportsOf = (server: TestServer) => new FailureReports({ db: server.db, systemMail: systemMailOf(server), log: createLog('silent') })

async function switchOn(call: TestCall, destinations = [ops]) {
  await call(endpoints.postUserConfig, { body: [{ key: 'system_mail', value: '1' }] })
  await call(endpoints.putMailDestinations, { body: { destinations } })
}

/** Makes the last system mail ten minutes old. */
const letTenMinutesPass = (server: TestServer) =>
  server.db
    .updateTable('system_mail_events')
    .set({ since: new Date(Date.now() - 601_000) })
    .execute()

const countsIn = (texts: (string | null)[]) => texts.map((text) => Number(/(\d+) since the last/.exec(text ?? '')?.[1]))

test('each event causes one mail per destination, in Japanese and English, and none while system mail is off', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('ROOT')
  const report = (event: SystemEvent) =>
    server.db.transaction().execute((trx) => systemMailOf(server).reportEvent(trx, event, { method: 'PUT', url: '/v1/member/x' }))
  await root(endpoints.putMailDestinations, { body: { destinations: [ops, 'noc@example.com'] } })
  await report('memberInvited')
  await root(endpoints.postUserConfig, { body: [{ key: 'system_mail', value: '0' }] })
  await report('memberInvited')
  expect(await outboxOf(root)).toEqual([])

  await root(endpoints.postUserConfig, { body: [{ key: 'system_mail', value: '1' }] })
  const events = {
    memberInvited: ['メンバーが招待されました', 'A member was invited'],
    passwordReset: ['パスワードが再設定されました', 'A password was reset'],
    templatesChanged: ['メールテンプレートが変更されました', 'Mail templates were changed'],
    restrictionsChanged: ['アクセス制限が変更されました', 'The access restrictions were changed'],
  }
  for (const [event, [japanese, english]] of Object.entries(events)) {
    await report(event as SystemEvent)
    const mails = (await outboxOf(root)).slice(0, 2)
    expect(mails.map(({ to }) => to).toSorted()).toEqual(['noc@example.com', ops])
    for (const { subject, body } of mails) {
      expect(subject).toBe('【Simdeck】システム通知 / [Simdeck] System notification')
      expect(body).toMatch(/内容：(.+)\n日時：\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\nメソッド：PUT\nURL：\/v1\/member\/x\n/)
      expect(body).toMatch(/Event: (.+)\nTime: \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\nMethod: PUT\nURL: \/v1\/member\/x\n/)
      expect(body).toContain(`内容：${japanese}\n`)
      expect(body).toContain(`Event: ${english}\n`)
    }
  }
  await root(endpoints.putMailDestinations, { body: { destinations: [] } })
  await report('memberInvited')
  expect(await outboxOf(root)).toHaveLength(8)
})

test('every call that changes a template causes a report, and the report uses the new text', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('ROOT')
  await switchOn(root)
  const body = '{event} {time} {method} {url}'
  const texts = { ja: { subject: '{event}', body }, en: { subject: 'en', body } }
  await root(endpoints.putMailTemplate, { params: { name: 'system' }, body: texts })
  const [saved] = await outboxOf(root)
  expect(saved).toMatchObject({ to: ops, subject: 'メールテンプレートが変更されました / en' })
  expect(saved?.body).toMatch(/PUT \/v1\/mail-templates\/system/)
  await root(endpoints.resetMailTemplate, { params: { name: 'system' } })
  expect((await outboxOf(root))[0]?.body).toContain('DELETE')
  await root(endpoints.postUserConfig, { body: [{ key: 'notify_password_invitation', value: '' }] })
  const toOps = async () => (await outboxOf(root)).filter(({ to }) => to === ops)
  expect((await toOps())[0]?.body).toContain('/v1/user-config')
  await root(endpoints.postUserConfig, { body: [{ key: 'system_theme', value: 'pink' }] })
  expect(await toOps()).toHaveLength(3)
})

test('an API call that fails on the server is reported at once, without the caller’s input', async () => {
  await using smtp = await startSmtp()
  await using server = await startTestServer({ SMTP_URL: smtp.url })
  const root = await server.signIn('ROOT')
  await switchOn(root)
  const database = openDatabase(server.databaseUrl, { max: 1 })
  await database.pool.query('alter table packages rename to packages_away')
  const params = { packageAID: 'F053494D4445434B0001', otaVersion: '1.0', label: 'secret-label' }
  await expect(root(endpoints.getPackage, { params })).rejects.toThrow(CallError)
  await database.pool.query('alter table packages_away rename to packages')
  await database.close()
  const { text } = await smtp.mailTo(ops)
  expect(text).toContain('500 serverError')
  expect(text).toMatch(/URL: \/ota-api\/.*\{\w+\}/)
  expect(text).not.toMatch(/secret-label|F0534/)
})

test('faults of a caller and failures of mail itself are not reported', async () => {
  await using smtp = await startSmtp({ refuse: () => ({ code: 550, message: 'no' }) })
  await using server = await startTestServer({ SMTP_URL: smtp.url })
  const root = await server.signIn('ROOT')
  await switchOn(root)
  await expect(root(endpoints.sendTestMail, {})).rejects.toThrow(CallError)
  await expect(root(endpoints.retryMail, { params: { id: 1 } })).rejects.toThrow(CallError)
  const reports = reportsOf(server)
  reports.report({ ...failure, route: '/v1/mail-settings/test', status: 502, code: 'mailNotSent' })
  await reports.close()
  reports.report(failure)
  await reports.close()
  const mails = await until(async () => (await outboxOf(root)).length > 0 && outboxOf(root))
  expect(mails.map(({ body }) => body?.includes('/v1/member/{email}'))).toEqual([true])
})

test('equal failures cause one mail in ten minutes with an exact count across nodes; another failure causes another mail', async () => {
  await using server = await startTestServer({ SERVICES: 'console' })
  const root = await server.signIn('ROOT')
  await switchOn(root)
  const nodes = [reportsOf(server), reportsOf(server), reportsOf(server)]
  const storm = async (times: number) => {
    for (let time = 0; time < times; time++) for (const node of nodes) node.report(failure)
    await Promise.all(nodes.map((node) => node.close()))
  }
  await storm(1)
  await storm(20)
  const first = await outboxOf(root)
  expect(first).toHaveLength(1)
  await letTenMinutesPass(server)
  await storm(10)
  const counts = countsIn((await outboxOf(root)).map(({ body }) => body))
  expect(counts).toHaveLength(2)
  await letTenMinutesPass(server)
  await Promise.all(nodes.map((node) => node.reportDelayed()))
  const all = countsIn((await outboxOf(root)).map(({ body }) => body))
  expect(all.reduce((sum, count) => sum + count)).toBe(93)
  expect(all.length).toBeLessThanOrEqual(3)

  const others: Partial<ServerFailure>[] = [{ method: 'PUT' }, { route: '/v1/sims' }, { status: 503, code: 'serverBusy' }]
  for (const other of others) nodes[0]?.report({ ...failure, ...other })
  await nodes[0]?.close()
  expect(await outboxOf(root)).toHaveLength(all.length + 3)
})

test('failures within ten minutes after a report are reported once after these minutes, and not again', async () => {
  await using server = await startTestServer({ SERVICES: 'console' })
  const root = await server.signIn('ROOT')
  await switchOn(root)
  const reports = reportsOf(server)
  reports.report(failure)
  await reports.close()
  reports.report(failure)
  reports.report(failure)
  await reports.reportDelayed()
  expect(await outboxOf(root)).toHaveLength(1)
  await letTenMinutesPass(server)
  await reports.reportDelayed()
  expect(countsIn((await outboxOf(root)).map(({ body }) => body))).toEqual([2, 1])
  await letTenMinutesPass(server)
  await reports.reportDelayed()
  expect(await outboxOf(root)).toHaveLength(2)
  expect(await server.db.selectFrom('system_mail_events').selectAll().execute()).toEqual([])
})

test('failures that cannot be stored are collected and reported later', async () => {
  await using server = await startTestServer({ SERVICES: 'console' })
  const root = await server.signIn('ROOT')
  await switchOn(root)
  const database = openDatabase(server.databaseUrl, { max: 1 })
  const reports = reportsOf(server)
  await database.pool.query('alter table system_mail_events rename to away')
  reports.report(failure)
  await reports.close()
  reports.report(failure)
  await reports.close()
  await database.pool.query('alter table away rename to system_mail_events')
  await database.close()
  await reports.reportDelayed()
  expect(countsIn((await outboxOf(root)).map(({ body }) => body))).toEqual([2])
})
