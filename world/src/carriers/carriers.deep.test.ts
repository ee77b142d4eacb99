import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { codeOf } from '@simdeck/server/testing/people.ts'
import { startTestServer, type TestCall, type TestServer } from '@simdeck/server/testing/server.ts'
import { until } from '@simdeck/server/testing/until.ts'
import {
  addAccount,
  addFleet,
  apiKey,
  askedAgain,
  carrierEnvironment,
  changeAll,
  differing,
  ended,
  startCarrier,
} from './carrier.fixture.ts'
import { noFaults } from './carrier-faults.ts'
import type { CarrierServer } from './carrier-server.ts'

const changes = 400

/** A status of new SIMs, one that stops a SIM, one that only the carrier gives; the operation of a change, and the code of its refusal. */
const kinds = {
  jasper: {
    fresh: 'INVENTORY',
    stopped: 'DEACTIVATED',
    byCarrier: 'REPLACED',
    operation: 'PUT /devices/{iccid}',
    refused: '40000022',
  },
  ntt: {
    fresh: 'AVAILABLE',
    stopped: 'SUSPENDED',
    byCarrier: 'OPERATOR_BARRED',
    operation: 'PUT /sims/{iccid}/status',
    refused: 'STATUS_NOT_ALLOWED',
  },
} as const

describe.each(['jasper', 'ntt'] as const)('an account of %s', (platform) => {
  const kind = kinds[platform]
  let server: TestServer
  let carrier: CarrierServer
  let admin: TestCall & { email: string }
  let accountId: number
  beforeAll(async () => {
    server = await startTestServer(carrierEnvironment)
    carrier = await startCarrier({ platform })
    admin = await server.signIn('ADMIN')
    accountId = (await addAccount(admin, carrier.url, { platform })).id
  })
  afterAll(async () => {
    await server[Symbol.asyncDispose]()
    await carrier[Symbol.asyncDispose]()
  })

  const account = async () => (await admin(endpoints.listConnectors, {})).find(({ id }) => id === accountId)!

  test('a bulk change with refusals and lost answers gives each SIM a result, and both sides agree', async () => {
    const ids = await addFleet(server, carrier, changes, kind.fresh)
    carrier.faults = { ...noFaults, refusals: 0.02, lostAnswers: 0.01 }
    const { id } = await changeAll(admin, ids, 'ACTIVATED')
    const task = await ended(admin, id)
    carrier.faults = noFaults
    expect(task).toMatchObject({ state: 'completed', done: changes })
    expect(task.refused).toBeGreaterThan(3)
    expect(carrier.asked.some(({ answer }) => answer === 'lost')).toBe(true)
    expect(await differing(server, carrier)).toEqual([])
    expect(askedAgain(carrier)).toEqual([])
    const { data } = await admin(endpoints.listTaskResults, { params: { id }, query: { outcome: 'refused', take: '1' } })
    expect(data[0]?.message).toBe(`The carrier refused the change: ${kind.refused} SIM status change is not allowed.`)
    const history = await admin(endpoints.listSimStatusChanges, { params: { id: ids.at(-1)! }, query: {} })
    expect(history).toMatchObject([{ actor: 'ADMIN', from: kind.fresh, to: 'ACTIVATED', source: 'here' }])

    await until(
      async () => (await server.db.selectFrom('raw_proxy_logs').select('id').where('kind', '=', 'carrier').limit(1).execute()).length,
    )
    const rows = await server.db.selectFrom('raw_proxy_logs').selectAll().where('kind', '=', 'carrier').execute()
    expect(rows.map(({ operation }) => operation)).toContain(kind.operation)
    const written = JSON.stringify(rows) + server.logged() + JSON.stringify(await server.db.selectFrom('action_logs').selectAll().execute())
    for (const secret of [apiKey, Buffer.from(`simdeck-operator:${apiKey}`).toString('base64')]) expect(written).not.toContain(secret)
    expect(JSON.stringify(rows)).not.toContain('8981400000')
    expect(JSON.stringify(rows)).not.toContain('simdeck-operator')
  })

  test('the key stays with its address, is never shown, and a private address is refused without a permitted range', async () => {
    const shown = await account()
    expect(JSON.stringify(shown)).not.toContain(apiKey)
    const { name, username } = shown
    const body = { name, username, baseUrl: 'http://127.0.0.1:9', callsPerSecond: 1000 }
    expect(await codeOf(admin(endpoints.updateConnector, { params: { id: accountId }, body }))).toBe('connectorKeyRequired')
    expect(await codeOf(addAccount(admin, carrier.url, { platform }))).toBe('connectorNameTaken')
    expect(await codeOf(addAccount(await server.signIn('MEMBER'), carrier.url, { platform, name: 'x' }))).toBe('noPermission')
    for (const wrong of ['ftp://carrier.example.com', 'http://user:x@carrier.example.com', 'carrier'])
      expect(await codeOf(addAccount(admin, wrong, { platform, name: 'x' }))).toBe('invalidInput')
    const inner = await addAccount(admin, 'http://10.0.0.1', { platform, name: 'inner' })
    expect(await admin(endpoints.testConnector, { params: { id: inner.id } })).toEqual({ failure: 'outOfReach' })
    await admin(endpoints.deleteConnector, { params: { id: inner.id } })
    expect(await codeOf(admin(endpoints.testConnector, { params: { id: inner.id } }))).toBe('connectorNotFound')
    expect(await admin(endpoints.testConnector, { params: { id: accountId } })).toEqual({ failure: null })
  })

  test('changes of the carrier arrive by synchronisation, with the carrier in the history', async () => {
    const [id = 0] = await addFleet(server, carrier, 1, 'ACTIVATED')
    const { iccid } = await admin(endpoints.getSim, { params: { id } })
    carrier.devices.change(iccid, kind.byCarrier)
    await until(async () => (await admin(endpoints.getSim, { params: { id } })).status === kind.byCarrier)
    expect(await admin(endpoints.listSimStatusChanges, { params: { id }, query: {} })).toMatchObject([
      { actor: null, from: 'ACTIVATED', to: kind.byCarrier, source: 'carrier' },
    ])
    expect((await account()).syncedTo).not.toBeNull()
  })

  test('the words of a refusal are shown without the key', async () => {
    const ids = await addFleet(server, carrier, 1, kind.fresh)
    const pair = Buffer.from(`simdeck-operator:${apiKey}`).toString('base64')
    carrier.faults = { ...noFaults, refusals: 1, refusalWords: `Denied for ${apiKey}, ${pair}` }
    const { id } = await changeAll(admin, ids, 'ACTIVATED')
    expect(await ended(admin, id)).toMatchObject({ refused: 1 })
    carrier.faults = noFaults
    const { data } = await admin(endpoints.listTaskResults, { params: { id }, query: {} })
    expect(data[0]?.message).toBe(`The carrier refused the change: ${kind.refused} Denied for ***, ***`)
  })

  test('a change of the carrier long after a cancelled task is one of the carrier, also to the status that the task asked for', async () => {
    const [id = 0] = await addFleet(server, carrier, 1, 'ACTIVATED')
    const { iccid } = await admin(endpoints.getSim, { params: { id } })
    carrier.faults = { ...noFaults, mode: 'down', of: 'changes' }
    const task = await changeAll(admin, [id], kind.stopped)
    const requests = server.db.selectFrom('status_requests').select('state').where('task_id', '=', task.id)
    await until(async () => (await requests.executeTakeFirst())?.state === 'sent')
    await admin(endpoints.cancelTask, { params: { id: task.id } })
    await ended(admin, task.id)
    carrier.faults = noFaults
    const twoHoursAgo = new Date(Date.now() - 2 * 3_600_000)
    await server.db.updateTable('tasks').set({ finished_at: twoHoursAgo }).where('id', '=', task.id).execute()
    carrier.devices.change(iccid, kind.stopped)
    await until(async () => (await admin(endpoints.getSim, { params: { id } })).status === kind.stopped)
    expect(await admin(endpoints.listSimStatusChanges, { params: { id }, query: {} })).toMatchObject([
      { actor: null, from: 'ACTIVATED', to: kind.stopped, source: 'carrier' },
    ])
  })

  test('a refresh from the carrier reads one SIM, tells everyone who asked for it, and is kept in the data log', async () => {
    const [id = 0, lost = 0] = await addFleet(server, carrier, 2, 'ACTIVATED')
    const { iccid } = await admin(endpoints.getSim, { params: { id } })
    const { ticket } = await admin(endpoints.wsTicket, {})
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws?token=${ticket}`)
    const received: { event: string; logAction?: { simId: number; source: string } }[] = []
    socket.addEventListener('message', (message) => void received.push(JSON.parse(String(message.data)) as { event: string }))
    await until(() => received.some(({ event }) => event === 'PING'))

    carrier.devices.change(iccid, kind.stopped)
    const refresh = (sim: number, call: TestCall = admin) => call(endpoints.refreshSim, { params: { id: sim } })
    expect(await refresh(id)).toMatchObject({ simId: id, user_name: 'ADMIN', user_email: admin.email, isSuccess: true, failure: null })
    expect((await admin(endpoints.getSim, { params: { id } })).status).toBe(kind.stopped)
    const event = await until(() => received.find((one) => one.event === 'SIM_DATA_RECIEVED'))
    expect(event.logAction).toMatchObject({ simId: id, source: 'carrier', user_email: admin.email, isSuccess: true })
    socket.close()

    carrier.faults = { ...noFaults, mode: 'html' }
    expect(await refresh(lost)).toMatchObject({ isSuccess: false, failure: 'invalid' })
    carrier.faults = noFaults
    await server.db.updateTable('sims').set({ iccid: '8981499999999999999' }).where('id', '=', lost).execute()
    expect(await refresh(lost)).toMatchObject({ isSuccess: false, failure: 'notFound' })
    const log = await admin(endpoints.listSimDataLogs, { params: { id: lost } })
    expect(log.map(({ failure }) => failure)).toEqual(['notFound', 'invalid'])
    const [other] = await server.db
      .insertInto('sims')
      .values({ iccid: '8981499999999999998', cm_platform: 'none' })
      .returning('id')
      .execute()
    expect(await codeOf(refresh(other!.id))).toBe('noConnector')
    expect(await codeOf(refresh(other!.id + 1000))).toBe('simNotFound')
    expect(await codeOf(refresh(id, await server.signIn('MEMBER')))).toBe('noPermission')
  })
})

test('one change over SIMs of both platforms asks each carrier for its own', async () => {
  await using server = await startTestServer(carrierEnvironment)
  const admin = await server.signIn('ADMIN')
  await using jasper = await startCarrier()
  await using ntt = await startCarrier({ platform: 'ntt' })
  await addAccount(admin, jasper.url)
  await addAccount(admin, ntt.url, { platform: 'ntt', name: 'NTT' })
  const ids = [...(await addFleet(server, jasper, 20, 'DEACTIVATED')), ...(await addFleet(server, ntt, 20, 'SUSPENDED'))]
  const { id } = await changeAll(admin, ids, 'ACTIVATED')
  expect(await ended(admin, id)).toMatchObject({ state: 'completed', succeeded: 40 })
  for (const carrier of [jasper, ntt]) {
    expect(carrier.asked).toHaveLength(20)
    expect(await differing(server, carrier)).toEqual([])
  }
})

test('the limit of calls of NTT, a status 429, closes the account, and the change is made after it', async () => {
  await using server = await startTestServer(carrierEnvironment)
  const admin = await server.signIn('ADMIN')
  await using carrier = await startCarrier({ platform: 'ntt' })
  await addAccount(admin, carrier.url, { platform: 'ntt' })
  const ids = await addFleet(server, carrier, 3, 'SUSPENDED')
  carrier.faults = { ...noFaults, mode: 'limited' }
  const { id } = await changeAll(admin, ids, 'ACTIVATED')
  await until(async () => (await admin(endpoints.getTask, { params: { id } })).waitsFor === 'busy')
  expect((await admin(endpoints.listConnectors, {}))[0]).toMatchObject({ failure: 'busy', waiting: 3 })
  carrier.faults = noFaults
  expect(await ended(admin, id)).toMatchObject({ state: 'completed', succeeded: 3 })
  expect(askedAgain(carrier)).toEqual([])
})

test('changes of many SIMs at a slow carrier leave their place to another task', async () => {
  await using server = await startTestServer(carrierEnvironment)
  const admin = await server.signIn('ADMIN')
  await using carrier = await startCarrier()
  await addAccount(admin, carrier.url)
  carrier.faults = { ...noFaults, slowMs: 300 }
  const taskOf = (id: number) => admin(endpoints.getTask, { params: { id } })
  const many: number[] = []
  for (let at = 0; at < 2; at++)
    many.push((await changeAll(admin, await addFleet(server, carrier, changes, 'DEACTIVATED'), 'ACTIVATED')).id)
  for (const id of many) await until(async () => (await taskOf(id)).done > 0)
  const [other] = await server.db.insertInto('sims').values({ iccid: '8981499999999999997', cm_platform: 'none' }).returning('id').execute()
  const one = await admin(endpoints.changeSimStatus, { params: { id: other!.id }, body: { status: 'ACTIVATED' } })
  await until(async () => (await taskOf(one.id)).state === 'completed')
  for (const id of many) expect(await taskOf(id)).toMatchObject({ state: 'running' })
  carrier.faults = noFaults
  for (const id of many) expect(await ended(admin, id)).toMatchObject({ state: 'completed', succeeded: changes })
  expect(askedAgain(carrier)).toEqual([])
})
