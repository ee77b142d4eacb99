import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { OutboxMail } from '@simdeck/contract/mail.ts'
import { readConfig } from '../config.ts'
import { RawLogs } from '../platform/audit/raw/raw-logs.ts'
import { openDatabase } from '../platform/db/database.ts'
import { Sealer } from '../platform/crypto/seal.ts'
import { enqueue } from '../platform/jobs/queue.ts'
import { createLog } from '../platform/log.ts'
import { startServer } from '../server.ts'
import { makeDue, queuedRuns } from '../testing/queued.ts'
import { recurringRuns } from '../testing/recurring-runs.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { startSmtp } from '../testing/smtp.ts'
import { until } from '../testing/until.ts'
import { MailServers } from './trust/mail-servers.ts'
import { Outbox } from './outbox.ts'
import { MailSender } from './sender.ts'
import { outboxOf, queueMail } from './testing.ts'

const changed = { kind: 'passwordChanged', values: { username: 'taro@example.com' } } as const
const inState = (mail: OutboxMail | undefined, state: string) => mail?.state === state && mail

const minutesLeft = async (server: TestServer) => {
  const { run_at } = await server.db.selectFrom('queued_jobs').select('run_at').executeTakeFirstOrThrow()
  return Math.ceil((run_at.getTime() - Date.now()) / 60_000)
}

/** Another node on the same database that runs the jobs only. */
const startJobsNode = (server: TestServer, env: Record<string, string>) =>
  startServer({
    config: readConfig({ ...env, PORT: '0', DEVICE_PORT: '0', METRICS_PORT: '0', SERVICES: 'jobs' }),
    databaseUrl: server.databaseUrl,
    masterKey: server.masterKey,
    log: createLog('silent'),
    consoleFolder: null,
    showAccounts: () => undefined,
  })

/** A hook that blocks the mail server at each mail until `release` is called. */
function blockedMail() {
  const reached = Promise.withResolvers<void>()
  const taken = Promise.withResolvers<void>()
  const beforeAccept = () => {
    reached.resolve()
    return taken.promise
  }
  return { beforeAccept, reached: reached.promise, release: taken.resolve }
}

test('a temporarily refused mail is tried again after 1, 5, 15 and 60 minutes, and then no more', async () => {
  await using smtp = await startSmtp({ refuse: () => ({ code: 451, message: 'greylisted' }) })
  const env = { SMTP_URL: smtp.url }
  await using server = await startTestServer(env)
  const root = await server.signIn('ROOT')
  await queueMail(server, env, 'taro@example.com', changed)
  for (const [tries, minutes] of [1, 5, 15, 60].entries()) {
    const mail = await until(async () => (await outboxOf(root)).find((one) => one.tries === tries + 1))
    expect(mail).toMatchObject({ state: 'queued', error: '451 greylisted', sent_at: null })
    expect(await minutesLeft(server)).toBe(minutes)
    await makeDue(server, 'mails')
  }
  const failed = await until(async () => inState((await outboxOf(root))[0], 'failed'))
  expect(failed).toMatchObject({ tries: 5, error: '451 greylisted', body: expect.stringContaining('was changed') })
  await makeDue(server, 'mails')
  expect((await outboxOf(root))[0]).toMatchObject({ state: 'failed', tries: 5 })
})

test('a failed mail is not sent again before its time, and delays no other', async () => {
  const refused = new Set(['slow@example.com'])
  await using smtp = await startSmtp({ refuse: ({ to }) => (refused.has(to) ? { code: 450, message: 'later' } : null) })
  const env = { SMTP_URL: smtp.url }
  await using server = await startTestServer(env)
  const root = await server.signIn('ROOT')
  await queueMail(server, env, 'slow@example.com', changed)
  await until(async () => (await outboxOf(root))[0]?.tries === 1)
  refused.clear()
  await queueMail(server, env, 'taro@example.com', changed)
  await smtp.mailTo('taro@example.com')
  expect(smtp.received.map(({ to }) => to)).toEqual([['taro@example.com']])
  await makeDue(server, 'mails')
  await smtp.mailTo('slow@example.com')
  const sent = await until(async () => (await outboxOf(root)).find(({ to, state }) => to === 'slow@example.com' && state === 'sent'))
  expect(sent).toMatchObject({ tries: 2, error: null, body: null, sent_at: expect.any(String) })
})

test('a permanently refused mail is tried again only when ROOT sends it again', async () => {
  let known = false
  await using smtp = await startSmtp({ refuse: ({ to }) => (known ? null : { code: 550, message: `<${to}> unknown` }) })
  const env = { SMTP_URL: smtp.url }
  await using server = await startTestServer(env)
  const root = await server.signIn('ROOT')
  await queueMail(server, env, 'taro@example.com', changed)
  const mail = await until(async () => inState((await outboxOf(root))[0], 'failed'))
  expect(mail).toMatchObject({ tries: 1, error: '550 <***> unknown' })
  known = true
  await root(endpoints.retryMail, { params: { id: mail.id } })
  await smtp.mailTo('taro@example.com')
  await until(async () => inState((await outboxOf(root))[0], 'sent'))
  expect(server.logged()).toContain('"errorName":"DeliveryFailure"')
  expect(server.logged()).not.toMatch(/@|unknown"/)
})

test('several nodes that are notified at once send each mail once', async () => {
  await using smtp = await startSmtp()
  const env = { SMTP_URL: smtp.url }
  await using server = await startTestServer({ ...env, SERVICES: 'console' })
  const nodes = await Promise.all([1, 2].map(() => startJobsNode(server, env)))
  const recipients = Array.from({ length: 40 }, (_, index) => `member-${index}@example.com`)
  await Promise.all(recipients.map((to) => queueMail(server, env, to, changed)))
  const root = await server.signIn('ROOT')
  await until(async () => (await root(endpoints.listMailOutbox, { query: { state: 'sent' } })).totalItems === recipients.length)
  await Promise.all(nodes.map((node) => node.close()))
  expect(smtp.received.flatMap(({ envelope }) => envelope.to).toSorted()).toEqual(recipients.toSorted())
  const ids = smtp.received.map(({ headers }) => headers.find(({ key }) => key === 'message-id')?.value)
  expect(new Set(ids).size).toBe(recipients.length)
})

test('a queued mail is sent by the next node that starts; a node without jobs sends nothing', async () => {
  await using smtp = await startSmtp()
  const env = { SMTP_URL: smtp.url }
  await using server = await startTestServer({ ...env, SERVICES: 'console' })
  const root = await server.signIn('ROOT')
  await queueMail(server, env, 'taro@example.com', changed)
  expect((await outboxOf(root))[0]).toMatchObject({ state: 'queued', tries: 0 })
  const node = await startJobsNode(server, env)
  await smtp.mailTo('taro@example.com')
  await node.close()
  expect((await outboxOf(root))[0]).toMatchObject({ state: 'sent' })
})

test('a failure to read the mails is counted, and mails go out once they can be read again', async () => {
  await using smtp = await startSmtp()
  const env = { SMTP_URL: smtp.url }
  await using server = await startTestServer(env)
  await server.db.schema.alterTable('queued_jobs').renameTo('queued_jobs_away').execute()
  await until(async () => (await recurringRuns(server, 'mails')).failed > 0)
  await server.db.schema.alterTable('queued_jobs_away').renameTo('queued_jobs').execute()
  await queueMail(server, env, 'taro@example.com', changed)
  await smtp.mailTo('taro@example.com')
})

test('the sending of a mail counts as succeeded once the mail server has taken it', async () => {
  const mail = blockedMail()
  await using smtp = await startSmtp({ beforeAccept: mail.beforeAccept })
  const env = { SMTP_URL: smtp.url }
  await using server = await startTestServer(env)
  await queueMail(server, env, 'taro@example.com', changed)
  await mail.reached
  expect(await queuedRuns(server, 'mails')).toEqual({ succeeded: 0, failed: 0 })
  mail.release()
  await until(async () => (await queuedRuns(server, 'mails')).succeeded === 1)
})

test('a mail server that does not answer does not prevent a node from stopping, and its mail stays queued', async () => {
  const mail = blockedMail()
  await using smtp = await startSmtp({ beforeAccept: mail.beforeAccept })
  const env = { SMTP_URL: smtp.url }
  await using server = await startTestServer({ ...env, SERVICES: 'console' })
  const root = await server.signIn('ROOT')
  await queueMail(server, env, 'taro@example.com', changed)
  const node = await startJobsNode(server, env)
  await mail.reached
  await node.close()
  expect((await outboxOf(root))[0]).toMatchObject({ state: 'queued', tries: 0 })
  mail.release()
})

test('a mail whose transaction fails is never sent', async () => {
  await using smtp = await startSmtp()
  const env = { SMTP_URL: smtp.url }
  await using server = await startTestServer(env)
  await expect(
    server.db.transaction().execute(async (trx) => {
      const ghost = { recipient: 'ghost@example.com', subject: 's', state: 'queued' } as const
      const { id } = await trx.insertInto('mails').values(ghost).returning('id').executeTakeFirstOrThrow()
      await enqueue(trx, 'mails', id)
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  await queueMail(server, env, 'taro@example.com', changed)
  await smtp.mailTo('taro@example.com')
  expect(smtp.received).toHaveLength(1)
})

test('a mail for a removed mail server is kept; mails are deleted after 30 days', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('ROOT')
  await queueMail(server, { SMTP_URL: 'smtp://127.0.0.1:2525' }, 'taro@example.com', changed)
  const kept = await until(async () => inState((await outboxOf(root))[0], 'kept'))
  expect(kept).toMatchObject({ tries: 0, body: expect.stringContaining('was changed') })

  await queueMail(server, {}, 'jiro@example.com', changed)
  const age = (days: number) => new Date(Date.now() - days * 86_400_000)
  await server.db
    .updateTable('mails')
    .set({ created_at: age(31) })
    .where('recipient', '=', 'taro@example.com')
    .execute()
  await server.db
    .updateTable('mails')
    .set({ created_at: age(29) })
    .where('recipient', '=', 'jiro@example.com')
    .execute()
  const servers = new MailServers(readConfig({}), new Sealer(server.masterKey))
  const outbox = new Outbox(new Sealer(server.masterKey), servers)
  const database = openDatabase(server.databaseUrl)
  await new MailSender({ db: server.db, outbox, servers, rawLogs: new RawLogs(database) }).sweep()
  await database.close()
  expect((await outboxOf(root)).map(({ to }) => to)).toEqual(['jiro@example.com'])
})
