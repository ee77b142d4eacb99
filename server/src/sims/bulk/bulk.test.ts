import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { SimFilter } from '@simdeck/contract/sims.ts'
import type { Task } from '@simdeck/contract/tasks.ts'
import { readConfig } from '../../config.ts'
import { enqueue } from '../../platform/jobs/queue.ts'
import { createLog } from '../../platform/log.ts'
import { startServer } from '../../server.ts'
import { codeOf, failure } from '../../testing/people.ts'
import { startTestServer, type TestCall, type TestServer } from '../../testing/server.ts'
import { until } from '../../testing/until.ts'

let server: TestServer
let admin: TestCall & { accessToken: string; email: string }
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.signIn('ADMIN')
})
afterAll(() => server[Symbol.asyncDispose]())

const kinds = ['ntt', 'jasper', 'other'] as const
let made = 0
/** Adds SIMs with the same external id; returns their ids in order. */
async function fleet(size: number, name: string): Promise<number[]> {
  const rows = Array.from({ length: size }, (_, index) => ({
    iccid: `8981200000${String(made++).padStart(10, '0')}`,
    imsi: `44010${String(made).padStart(10, '0')}`,
    external_device_id: name,
    operator: kinds[index % 3],
  }))
  const added = await server.db.insertInto('sims').values(rows).returning('id').execute()
  return added.map(({ id }) => id)
}
const select = (filter: { external_device_id: string } | SimFilter, call = admin) =>
  call(endpoints.createSimSelection, { body: { filter: filter as { external_device_id: string } } })
const alias = (selectionId: number, pattern: string, call: TestCall = admin) =>
  call(endpoints.setAliases, { body: { selectionId, pattern } })
const taskOf = (id: number) => admin(endpoints.getTask, { params: { id } })
const reached = (id: number, is: (task: Task) => boolean) =>
  until(async () => {
    const task = await taskOf(id)
    return is(task) && task
  })
const ended = (id: number) => reached(id, ({ finishedAt }) => finishedAt !== null)
const results = (id: number, query: Record<string, string> = {}, call: TestCall = admin) =>
  call(endpoints.listTaskResults, { params: { id }, query: { take: '100', ...query } })
const aliases = async (ids: readonly number[]) =>
  (await server.db.selectFrom('sims').select('device_alias').where('id', 'in', ids).orderBy('id').execute()).map((sim) => sim.device_alias)

/** Locks a SIM's row, so that tasks on it wait; returns the function that unlocks it. */
async function locked(simId: number): Promise<() => Promise<void>> {
  const isLocked = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const done = server.db.transaction().execute(async (trx) => {
    await trx.selectFrom('sims').select('id').where('id', '=', simId).forUpdate().execute()
    isLocked.resolve()
    await release.promise
  })
  await Promise.race([isLocked.promise, done])
  return async () => {
    release.resolve()
    await done
  }
}

test('a selection keeps the SIMs that matched, and the numbers in aliases continue through all its parts', async () => {
  const ids = await fleet(2100, 'meters')
  const { ticket } = await admin(endpoints.wsTicket, {})
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws?token=${ticket}`)
  const received: { event: string; task?: Task }[] = []
  socket.addEventListener('message', (message) => void received.push(JSON.parse(String(message.data)) as { event: string }))
  await until(() => received.some(({ event }) => event === 'PING'))

  const selection = await select({ external_device_id: 'meters' })
  expect(selection.total).toBe(2100)
  const [late = 0] = await fleet(1, 'meters')
  await admin(endpoints.deleteSim, { params: { id: ids[7]! } })
  await server.db
    .updateTable('sims')
    .set({ imsi: '9'.repeat(15) })
    .where('id', '=', ids[1500]!)
    .execute()

  const begun = await alias(selection.id, 'メーター {n:4} {imsi:3}')
  expect(begun).toMatchObject({ kind: 'simAlias', title: 'メーター {n:4} {imsi:3}', total: 2100, createdBy: 'ADMIN', failure: null })
  const task = await ended(begun.id)
  expect(task).toMatchObject({ state: 'completed', done: 2100, succeeded: 2099, refused: 1 })
  expect((await aliases([ids[0]!, ids[999]!, ids[1000]!, ids[1500]!, ids[2099]!, late])).map((one) => one?.replace(/\d{3}$/, ''))).toEqual(
    ['0001', '1000', '1001', '1501', '2100'].map((n) => `メーター ${n} `).concat([undefined] as never),
  )
  expect(await aliases([ids[1500]!])).toEqual(['メーター 1501 999'])

  // The result of each SIM is in the caller's language.
  expect(await results(task.id, { outcome: 'refused' })).toMatchObject({
    totalItems: 1,
    data: [{ simId: ids[7], iccid: null, outcome: 'refused', message: 'The SIM no longer exists', line: null, column: null }],
  })
  const japanese = await server.signIn('MEMBER', 'ja')
  expect((await results(task.id, { outcome: 'refused' }, japanese)).data[0]?.message).toBe('このSIMはすでに削除されています')
  const all = await results(task.id, { sort: 'line:DESC', skip: '2000' })
  expect([all.totalItems, all.data.length, all.data.at(-1)?.simId]).toEqual([2100, 100, ids[0]])
  const { url } = await japanese(endpoints.getTaskResultsUrl, { params: { id: task.id }, query: {} })
  const csv = await fetch(server.url + url)
  expect(csv.headers.get('content-disposition')).toMatch(/^attachment; filename="task-results-\d{10}\.csv"$/)
  const bytes = Buffer.from(await csv.arrayBuffer())
  const lines = bytes.toString('utf8').trimEnd().split('\n')
  expect([...bytes.subarray(0, 3), lines.length]).toEqual([0xef, 0xbb, 0xbf, 2101])
  expect(lines[8]).toBe(`,,${ids[7]},,refused,このSIMはすでに削除されています`)
  expect((await fetch(server.url + url.replace('language=ja', 'language=en'))).status).toBe(410)
  const { url: refusedUrl } = await japanese(endpoints.getTaskResultsUrl, { params: { id: task.id }, query: { outcome: 'refused' } })
  expect((await (await fetch(server.url + refusedUrl)).text()).trimEnd().split('\n')).toHaveLength(2)
  expect((await fetch(server.url + refusedUrl.replace('outcome=refused', 'outcome=done'))).status).toBe(410)

  // Every console receives the changes including the last state; the action log has one row with the count.
  const event = await until(() => received.findLast(({ task: of }) => of?.id === task.id && of.state === 'completed'))
  expect(event).toEqual({ event: 'TASK_UPDATED', task })
  socket.close()
  const log = await server.db.selectFrom('action_logs').selectAll().where('url', '=', '/v1/sims/bulk/alias').execute()
  expect(log).toHaveLength(1)
  expect(JSON.parse(log[0]!.request_params)).toEqual({ selectionId: selection.id, pattern: 'メーター {n:4} {imsi:3}', sims: 2100 })

  // The same selection is used as targets of an OTA.
  const snapshot = await admin(endpoints.createSnapshot, { body: { selectionId: selection.id } })
  expect(snapshot.total).toBe(2099)
  expect(await codeOf(admin(endpoints.createSnapshot, { body: { selectionId: selection.id, filter: {} } }))).toBe('invalidInput')
})

test('invalid selections, tasks and aliases are refused', async () => {
  const [id = 0] = await fleet(12, 'few')
  const create = (body: object) => codeOf(admin(endpoints.createSimSelection, { body }))
  expect(await create({})).toBe('emptyParameters')
  expect(await create({ filter: {}, simIds: [id] })).toBe('invalidInput')
  expect(await create({ filter: { external_device_id: 'nobody' } })).toBe('noTargetSims')
  expect(await create({ simIds: [id + 1_000_000] })).toBe('noTargetSims')
  const { total, id: selectionId } = await admin(endpoints.createSimSelection, { body: { simIds: [id, id, id + 1_000_000] } })
  expect(total).toBe(1)
  const before = (await admin(endpoints.listTasks, { query: {} })).totalItems
  expect(await codeOf(alias(selectionId + 1, 'x'))).toBe('selectionNotFound')
  expect(await codeOf(alias(selectionId, '{none}'))).toBe('invalidInput')
  expect(await codeOf(admin(endpoints.setGroups, { body: { selectionId, groupId: 999 } }))).toBe('groupNotFound')
  expect(await codeOf(admin(endpoints.deleteSims, { body: { selectionId, total: 2 } }))).toBe('selectionCount')
  expect(await codeOf(alias(selectionId, 'x', await server.signIn('MEMBER')))).toBe('noPermission')
  expect(await codeOf(admin(endpoints.createSnapshot, { body: { selectionId: selectionId + 1 } }))).toBe('selectionNotFound')
  expect((await admin(endpoints.listTasks, { query: {} })).totalItems).toBe(before)

  const few = await select({ external_device_id: 'few' })
  const tooLong = await ended((await alias(few.id, `${'x'.repeat(84)}{imsi}{n}`)).id)
  expect(tooLong).toMatchObject({ state: 'completed', succeeded: 9, refused: 3 })
  const blank = await ended((await alias(few.id, '{msisdn} {group}')).id)
  const refusals = [...(await results(tooLong.id)).data.slice(-1), ...(await results(blank.id)).data.slice(-1)]
  expect(refusals.map(({ message }) => message)).toEqual([
    'The device alias would be longer than 100 characters',
    'The device alias would be empty',
  ])
})

test('SIMs are grouped, ungrouped and deleted; one with an open OTA stays, and campaigns no longer count the deleted ones', async () => {
  const ids = await fleet(1100, 'leaving')
  const group = await admin(endpoints.createGroup, { body: { name: 'Leaving' } })
  const { id: selectionId, total } = await select({ external_device_id: 'leaving' })
  const grouped = await admin(endpoints.setGroups, { body: { selectionId, groupId: group.id } })
  expect(await ended(grouped.id)).toMatchObject({ title: 'Leaving', state: 'completed', succeeded: 1100 })
  expect((await admin(endpoints.getGroup, { params: { id: group.id } })).size).toBe(1100)
  await ended((await alias(selectionId, '{group} {n}')).id)
  expect(await aliases([ids[1099]!])).toEqual(['Leaving 1100'])

  const campaign = await server.db
    .insertInto('campaigns')
    .values({
      name: 'c',
      state: 'running',
      action: 'remove',
      applet_type: 1,
      package_id: null,
      module_aid: null,
      instance_aid: null,
      targets: '[]',
      total: 3,
      excluded: 0,
      created_by: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const job = (simId: number, status: 'Ready' | 'Succeeded') => ({
    campaign_id: campaign.id,
    sim_id: simId,
    applet_type: 1,
    kind: 'remove' as const,
    step: 0,
    package_id: null,
    package_aid: 'A0',
    code: null,
    sw: null,
    reason: null,
    failed_command: null,
    status,
  })
  await server.db
    .insertInto('ota_jobs')
    .values([job(ids[0]!, 'Succeeded'), job(ids[1050]!, 'Ready'), job(ids[1051]!, 'Succeeded')])
    .execute()
  const removal = await admin(endpoints.deleteSims, { body: { selectionId, total } })
  expect(await ended(removal.id)).toMatchObject({ kind: 'simDelete', state: 'completed', succeeded: 1099, refused: 1 })
  expect((await results(removal.id, { outcome: 'refused' })).data).toMatchObject([
    { simId: ids[1050], outcome: 'refused', message: 'An OTA of this SIM has not ended yet. Cancel it first' },
  ])
  const left = await server.db.selectFrom('sims').select('id').where('id', 'in', ids).execute()
  expect(left.map(({ id }) => id)).toEqual([ids[1050]])
  expect(await admin(endpoints.getCampaign, { params: { id: campaign.id } })).toMatchObject({
    total: 1,
    counts: { Ready: 1, Succeeded: 0 },
  })
  expect(await codeOf(admin(endpoints.deleteSim, { params: { id: ids[1050]! } }))).toBe('simOtaOpen')
})

test('a task ends when it is cancelled, or its creator loses the permission, or its group is deleted; finished parts stay, with results', async () => {
  const ids = await fleet(2100, 'halfway')
  const { id: selectionId } = await select({ external_device_id: 'halfway' })
  const other = await server.signIn('ADMIN')
  const root = await server.signIn('ROOT')

  /** Starts a task, and blocks it after the first part until `meanwhile` has finished. */
  const interrupted = async (begin: () => Promise<Task>, meanwhile: (task: Task) => Promise<unknown>) => {
    const release = await locked(ids[1000]!)
    const { id } = await begin()
    try {
      await meanwhile(await reached(id, ({ done }) => done === 1000))
    } finally {
      await release()
    }
    return ended(id)
  }
  const cancel = (id: number, call: TestCall = admin) => call(endpoints.cancelTask, { params: { id } })

  const cancelled = await interrupted(
    () => alias(selectionId, 'cancelled {n}'),
    async ({ id, state }) => {
      expect(state).toBe('running')
      expect(await codeOf(cancel(id, await server.signIn('MEMBER')))).toBe('noPermission')
      expect(await cancel(id, other)).toMatchObject({ state: 'cancelling', finishedAt: null })
      expect(await cancel(id)).toMatchObject({ state: 'cancelling' })
    },
  )
  expect(cancelled).toMatchObject({ state: 'cancelled', done: 2000, succeeded: 2000, failure: null })
  expect(await aliases([ids[1999]!, ids[2000]!])).toEqual(['cancelled 2000', null])
  expect((await results(cancelled.id)).totalItems).toBe(2000)
  expect(await codeOf(cancel(cancelled.id))).toBe('taskEnded')
  expect(await codeOf(cancel(999_999))).toBe('taskNotFound')

  const demoted = await interrupted(
    () => alias(selectionId, 'demoted {n}', other),
    () => root(endpoints.updateMember, { params: { email: other.email }, body: { role_id: 3 } }),
  )
  expect(demoted).toMatchObject({ state: 'failed', failure: 'noPermission', done: 2000 })
  expect(await aliases([ids[2000]!])).toEqual([null])

  const row = await server.db.selectFrom('tasks').select('created_by').where('id', '=', cancelled.id).executeTakeFirstOrThrow()
  const lost = await server.db
    .insertInto('tasks')
    .values({ ...row, kind: 'simGroup', state: 'waiting', created_by_name: '', selection_id: selectionId, params: '{"groupId":999999}' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueue(server.db, 'tasks', lost.id)
  expect(await ended(lost.id)).toMatchObject({ state: 'failed', failure: 'groupNotFound', done: 0 })

  const page = await admin(endpoints.listTasks, { query: { state: 'cancelled,failed', kind: 'simAlias,simGroup', sort: 'createdAt:ASC' } })
  expect(page.data.map(({ id }) => id)).toEqual([cancelled.id, demoted.id, lost.id])
})

test('two nodes share the tasks, and one continues those of the other when it stops', async () => {
  const ids = await fleet(1100, 'shared')
  const { id: selectionId } = await select({ external_device_id: 'shared' })
  const second = await startServer({
    config: readConfig({ PORT: '0', DEVICE_PORT: '0', METRICS_PORT: '0', DATABASE_URL: server.databaseUrl, MASTER_KEY: server.masterKey }),
    databaseUrl: server.databaseUrl,
    masterKey: server.masterKey,
    log: createLog('silent'),
    consoleFolder: null,
    showAccounts: () => undefined,
  })
  const release = await locked(ids[0]!)
  const begun = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => alias(selectionId, `${name} {n}`)))
  // A node runs two tasks at once, so that four running tasks need two nodes.
  const states = async () => (await Promise.all(begun.map(({ id }) => taskOf(id)))).map(({ state }) => state)
  await until(async () => (await states()).filter((state) => state === 'running').length === 4)
  expect((await states()).toSorted()).toEqual(['running', 'running', 'running', 'running', 'waiting'])
  const closed = second.close()
  await release()
  await closed
  for (const { id } of begun) expect(await ended(id)).toMatchObject({ state: 'completed', done: 1100, succeeded: 1100 })
  const counted = await Promise.all(begun.map(async ({ id }) => (await results(id)).totalItems))
  expect(counted).toEqual([1100, 1100, 1100, 1100, 1100])
  // Every SIM has an alias of one of the tasks: no part of a selection was skipped.
  expect(await aliases(ids)).not.toContain(null)
  expect((await failure(alias(selectionId, 'x'))).status).toBe(200)
})
