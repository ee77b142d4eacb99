import { expect, test } from 'vitest'
import { CallError } from '@simdeck/contract/client.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { startTestServer } from '../testing/server.ts'
import { until } from '../testing/until.ts'

test('ROOT sees the last run of a job: when it ran, for how long, its outcome and when it runs again', async () => {
  await using server = await startTestServer()
  const root = await server.signIn('ROOT')
  const lineOf = async (name: string, outcome: string) =>
    (await root(endpoints.listJobRuns, {})).runs.find((run) => run.name === name && run.outcome === outcome)
  const swept = await until(() => lineOf('sign-ins', 'succeeded'))
  expect(swept).toMatchObject({ every_ms: 600_000, failures: 0, error: null })
  expect(Date.parse(swept.next_at) - Date.parse(swept.started_at)).toBe(600_000)

  await server.db.schema.alterTable('tasks').renameTo('tasks_away').execute()
  const failed = await until(() => lineOf('tasks', 'failed'))
  expect(failed).toMatchObject({ error: 'error 42P01' })
  expect(failed.failures).toBeGreaterThan(0)
  await server.db.schema.alterTable('tasks_away').renameTo('tasks').execute()
  expect(await until(() => lineOf('tasks', 'succeeded'))).toMatchObject({ error: null, failures: 0 })
})

test('the runs of jobs are for ROOT only', async () => {
  await using server = await startTestServer()
  for (const role of ['ADMIN', 'MEMBER'] as const) {
    const call = await server.signIn(role)
    const error = await call(endpoints.listJobRuns, {}).catch((thrown: unknown) => thrown)
    expect(error instanceof CallError && error.body?.code).toBe('noPermission')
  }
})
