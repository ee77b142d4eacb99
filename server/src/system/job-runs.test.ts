import { expect, test } from 'vitest'
import { CallError } from '@simdeck/contract/client.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { queueMail } from '../mail/testing.ts'
import { startTestServer } from '../testing/server.ts'
import { startSmtp } from '../testing/smtp.ts'
import { until } from '../testing/until.ts'

test('ROOT sees the last run of a job: when it ran, for how long, its outcome and when it runs again', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('ROOT')
  const lineOf = async (name: string, outcome: string) =>
    (await root(endpoints.listJobRuns, {})).runs.find((run) => run.name === name && run.outcome === outcome)
  const swept = await until(() => lineOf('sign-ins', 'succeeded'))
  expect(swept).toMatchObject({
    title: { ja: '期限切れのログインと古い記録の削除', en: 'Deletion of expired sign-ins' },
    every_ms: 600_000,
    failures: 0,
    error: null,
  })
  expect(Date.parse(swept.next_at) - Date.parse(swept.started_at)).toBe(600_000)

  await server.db.schema.alterTable('queued_jobs').renameColumn('attempts', 'attempts_away').execute()
  const failed = await until(() => lineOf('tasks', 'failed'))
  expect(failed).toMatchObject({ error: 'error 42703' })
  expect(failed.failures).toBeGreaterThan(0)
  await server.db.schema.alterTable('queued_jobs').renameColumn('attempts_away', 'attempts').execute()
  expect(await until(() => lineOf('tasks', 'succeeded'))).toMatchObject({ error: null, failures: 0 })
})

test('ROOT sees how many jobs of a queue wait, will be retried or have failed finally', async () => {
  const answers: Record<string, number> = { 'later@example.com': 451, 'never@example.com': 550 }
  await using smtp = await startSmtp({ refuse: ({ to }) => ({ code: answers[to] ?? 451, message: 'no' }) })
  const env = { SMTP_URL: smtp.url }
  await using server = await startTestServer(env)
  const root = await server.signIn('ROOT')
  const queues = async () => (await root(endpoints.listJobRuns, {})).queues
  expect(await queues()).toEqual([])
  for (const to of Object.keys(answers)) await queueMail(server, env, to, { kind: 'passwordChanged', values: { username: to } })
  const [mails] = await until(async () => {
    const states = await queues()
    return states[0]?.retrying === 1 && states[0].dead === 1 && states
  })
  expect(mails).toEqual({ name: 'mails', running: 0, waiting: 1, retrying: 1, dead: 1, next_at: expect.any(String) })
  expect(Date.parse(mails!.next_at!)).toBeGreaterThan(Date.now())
})

test('ROOT sees a mail that is being sent as running, not as waiting', async () => {
  const release = Promise.withResolvers<void>()
  await using smtp = await startSmtp({ beforeAccept: () => release.promise })
  const env = { SMTP_URL: smtp.url }
  await using server = await startTestServer(env)
  const root = await server.signIn('ROOT')
  const queues = async () => (await root(endpoints.listJobRuns, {})).queues
  for (let mail = 0; mail < 5; mail++)
    await queueMail(server, env, 'taro@example.com', { kind: 'passwordChanged', values: { username: 'taro' } })
  const [mails] = await until(async () => {
    const states = await queues()
    return states[0]?.running === 3 && states
  })
  expect(mails).toMatchObject({ name: 'mails', running: 3, waiting: 2, retrying: 0, dead: 0 })
  release.resolve()
  await until(async () => (await queues()).length === 0)
})

test('the runs of jobs are for ROOT only', async () => {
  await using server = await startTestServer()
  for (const role of ['ADMIN', 'MEMBER'] as const) {
    const call = await server.signIn(role)
    const error = await call(endpoints.listJobRuns, {}).catch((thrown: unknown) => thrown)
    expect(error instanceof CallError && error.body?.code).toBe('noPermission')
  }
})
