import { expect, test } from 'vitest'
import { outboxOf, queueMail } from '@simdeck/server/mail/testing.ts'
import { startTestServer } from '@simdeck/server/testing/server.ts'
import { startSmtp } from '@simdeck/server/testing/smtp.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { spawnServer } from './testing/server-process.ts'

test('a mail whose node is killed while it is sent is sent by another node', async () => {
  const reached = Promise.withResolvers<void>()
  let attempts = 0
  // The first attempt never gets an answer.
  await using smtp = await startSmtp({
    beforeAccept() {
      attempts++
      if (attempts > 1) return Promise.resolve()
      reached.resolve()
      return new Promise(() => undefined)
    },
  })
  await using server = await startTestServer({ SERVICES: 'console' })
  const mail = { SMTP_URL: smtp.url }
  const env = { ...mail, DATABASE_URL: server.databaseUrl, MASTER_KEY: server.masterKey, PORT: '0', DEVICE_PORT: '0', SERVICES: 'jobs' }
  const root = await server.signIn('ROOT')
  const killed = await spawnServer(env)
  await queueMail(server, mail, 'taro@example.com', { kind: 'passwordChanged', values: { username: 'taro' } })
  await reached.promise
  expect(smtp.received).toEqual([])
  expect((await outboxOf(root))[0]).toMatchObject({ state: 'queued', tries: 0 })
  await killed.kill()
  const other = await spawnServer(env)
  try {
    const sent = await until(async () => (await outboxOf(root)).find(({ state }) => state === 'sent'))
    expect(sent).toMatchObject({ to: 'taro@example.com', tries: 1 })
    expect(attempts).toBe(2)
    expect(await server.db.selectFrom('queued_jobs').selectAll().execute()).toEqual([])
  } finally {
    await other.kill()
  }
})
