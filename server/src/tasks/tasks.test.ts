import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { enqueue } from '../platform/jobs/queue.ts'
import { recurringRuns } from '../testing/recurring-runs.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { until } from '../testing/until.ts'

/** A server with SIMs of these names, and calls that start and read tasks of an administrator. */
async function withSims(names: readonly string[]) {
  const server = await startTestServer()
  const admin = await server.signIn('ADMIN')
  const rows = names.map((name, index) => ({ iccid: `898120000000000000${index}`, external_device_id: name }))
  const sims = await server.db.insertInto('sims').values(rows).returning('id').execute()
  return {
    server,
    ids: sims.map(({ id }) => id),
    setAlias: async (name: string) => {
      const { id } = await admin(endpoints.createSimSelection, { body: { filter: { external_device_id: name } } })
      return admin(endpoints.setAliases, { body: { selectionId: id, pattern: 'meter' } })
    },
    taskOf: (id: number) => admin(endpoints.getTask, { params: { id } }),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

test('a failure to look for tasks is counted, and tasks are run once the table can be read again', async () => {
  await using world = await withSims(['a'])
  const { server, setAlias, taskOf } = world
  await server.db.schema.alterTable('queued_jobs').renameTo('queued_jobs_away').execute()
  await until(async () => (await recurringRuns(server, 'tasks')).failed > 0)
  await server.db.schema.alterTable('queued_jobs_away').renameTo('queued_jobs').execute()
  const { id } = await setAlias('a')
  await until(async () => (await taskOf(id)).state === 'completed')
})

test('a task starts while another one is running', async () => {
  await using world = await withSims(['a', 'b'])
  const { server, ids, setAlias, taskOf } = world
  const release = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const lock = server.db.transaction().execute(async (trx) => {
    await trx.selectFrom('sims').select('id').where('id', '=', ids[0]!).forUpdate().execute()
    locked.resolve()
    await release.promise
  })
  await locked.promise
  const first = await setAlias('a')
  await until(async () => (await taskOf(first.id)).state === 'running')
  const second = await setAlias('b')
  await until(async () => (await taskOf(second.id)).state === 'completed')
  expect((await taskOf(first.id)).state).toBe('running')
  release.resolve()
  await lock
  await until(async () => (await taskOf(first.id)).state === 'completed')
})

test('a task that is checked while a node begins it is run', async () => {
  await using world = await withSims(['a'])
  const { server, setAlias, taskOf } = world
  const { db } = server
  const { id } = await setAlias('a')
  await until(async () => (await taskOf(id)).state === 'completed')
  await db.deleteFrom('task_results').where('task_id', '=', id).execute()
  const anew = { state: 'waiting', next_part: 0, done: 0, succeeded: 0, finished_at: null } as const
  await db.updateTable('tasks').set(anew).where('id', '=', id).execute()
  await db.transaction().execute(async (trx) => {
    await trx.selectFrom('tasks').select('id').where('id', '=', id).forUpdate().execute()
    await db.transaction().execute((other) => enqueue(other, 'tasks', id))
    await until(() => isClaimed(server, id))
    const checks = () => recurringRuns(server, 'permissions of tasks')
    const before = (await checks()).succeeded
    await until(async () => (await checks()).succeeded > before + 1)
  })
  await until(async () => (await taskOf(id)).state === 'completed')
  expect(await taskOf(id)).toMatchObject({ done: 1, succeeded: 1 })
})

const isClaimed = async ({ db }: TestServer, key: number): Promise<boolean> =>
  (await db.selectFrom('queued_jobs').select('node').where('key', '=', key).executeTakeFirst())?.node != null
