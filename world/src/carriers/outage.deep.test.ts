import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { startTestServer, type TestCall, type TestServer } from '@simdeck/server/testing/server.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { addAccount, addFleet, carrierEnvironment, changeAll, differing, ended, letTimePass, startCarrier } from './carrier.fixture.ts'
import { type CarrierFaults, noFaults } from './carrier-faults.ts'
import type { CarrierServer } from './carrier-server.ts'

let server: TestServer
let carrier: CarrierServer
let admin: TestCall & { email: string }
let accountId: number
/** A server to which no call may be redirected. */
const stranger = createServer((_, response) => {
  visits++
  response.end('{}')
})
let visits = 0
beforeAll(async () => {
  server = await startTestServer(carrierEnvironment)
  carrier = await startCarrier()
  admin = await server.signIn('ADMIN', 'en', true)
  accountId = (await addAccount(admin, carrier.url)).id
  stranger.listen(0, '127.0.0.1')
  await once(stranger, 'listening')
})
afterEach(() => void (carrier.faults = noFaults))
afterAll(async () => {
  stranger.close()
  await server[Symbol.asyncDispose]()
  await carrier[Symbol.asyncDispose]()
})

const account = async (id = accountId) => (await admin(endpoints.listConnectors, {})).find((one) => one.id === id)!
const taskOf = (id: number) => admin(endpoints.getTask, { params: { id } })
const fail = (faults: Partial<CarrierFaults>) => {
  const redirectTo = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}/stolen`
  carrier.faults = { ...noFaults, redirectTo, ...faults }
}
/** Ends the outage, and waits for the end of the task. */
async function recovered(id: number) {
  carrier.faults = noFaults
  const over = ended(admin, id)
  await letTimePass(server)
  return over
}

/** An hour is sixty of the longest waits of an account. A silent carrier takes eight seconds a call, so that it has fewer. */
const outages = {
  silent: ['unreachable', 2],
  down: ['unreachable', 3],
  errors: ['failing', 3],
  html: ['invalid', 3],
  half: ['invalid', 3],
  redirect: ['invalid', 3],
  limited: ['busy', 60],
} as const

test.each(Object.entries(outages))(
  'a carrier that is %s shows a state, loses no change, is called seldom, and makes the change once it is well',
  async (mode, [cause, waits]) => {
    const [atCarrier = 0, ...ids] = await addFleet(server, carrier, 6, 'DEACTIVATED')
    const { iccid } = await admin(endpoints.getSim, { params: { id: atCarrier } })
    fail({ mode: mode as keyof typeof outages })
    const { id } = await changeAll(admin, ids, 'ACTIVATED')
    carrier.devices.change(iccid, 'REPLACED')
    await until(async () => (await taskOf(id)).waitsFor === cause)
    for (let wait = 0; wait < waits; wait++) {
      const before = carrier.calls
      await letTimePass(server)
      await until(async () => carrier.calls > before && (await account()).closedUntil !== null)
      // The task calls once, and the synchronisation may.
      expect(carrier.calls - before).toBeLessThanOrEqual(2)
    }
    expect(await taskOf(id)).toMatchObject({ state: 'running', done: 0, waitsFor: cause })
    expect(await account()).toMatchObject({ failure: cause, waiting: 5 })
    expect(await recovered(id)).toMatchObject({ state: 'completed', succeeded: 5, waitsFor: null })
    expect(await account()).toMatchObject({ failure: null, closedUntil: null, waiting: 0 })
    // The change that the carrier made itself meanwhile shows after the next synchronisation.
    await until(async () => (await differing(server, carrier)).length === 0)
    expect(visits).toBe(0)
  },
)

test('the pages answer while the carrier does not', async () => {
  const ids = await addFleet(server, carrier, 3, 'DEACTIVATED')
  const params = { id: ids[0]! }
  fail({ mode: 'silent' })
  const { id } = await changeAll(admin, ids, 'ACTIVATED')
  let answered = false
  const refreshed = admin(endpoints.refreshSim, { params }).finally(() => (answered = true))
  await until(() => carrier.open >= 2)
  await Promise.all([
    admin(endpoints.listSims, { query: {} }),
    admin(endpoints.getSim, { params }),
    admin(endpoints.listSimStatusChanges, { params, query: {} }),
    admin(endpoints.listSimDataLogs, { params }),
    admin(endpoints.listConnectors, {}),
    admin(endpoints.listTasks, { query: {} }),
    admin(endpoints.listTaskResults, { params: { id }, query: {} }),
    taskOf(id),
  ])
  expect(answered).toBe(false)
  expect(carrier.open).toBeGreaterThan(0)
  expect(await refreshed).toMatchObject({ isSuccess: false, failure: 'unreachable' })
  expect(await recovered(id)).toMatchObject({ succeeded: 3 })
})

/** The waits of the only open request until its change is asked for again, in seconds, while the carrier answers only to reads. */
async function waitsOf(taskId: number, times: number): Promise<number[]> {
  const waits: number[] = []
  const requestOf = () =>
    server.db.selectFrom('status_requests').select(['fruitless', 'leased_until']).where('task_id', '=', taskId).executeTakeFirst()
  while (waits.length < times) {
    const { leased_until: due } = await until(async () => {
      const request = await requestOf()
      return request && request.fruitless > waits.length && request
    })
    waits.push((due!.getTime() - Date.now()) / 1000)
    if (waits.length < times) await letTimePass(server)
  }
  return waits
}

test.each(['errors', 'html', 'half'] as const)(
  'a change to which the carrier answers only with %s for an hour is made after it, and meanwhile the carrier’s own changes show',
  async (mode) => {
    const [sim = 0] = await addFleet(server, carrier, 1, 'INVENTORY')
    const { iccid } = await admin(endpoints.getSim, { params: { id: sim } })
    fail({ mode, of: 'changes' })
    const { id } = await changeAll(admin, [sim], 'ACTIVATED')
    const waits = await waitsOf(id, 15)
    expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeGreaterThan(3600)
    carrier.devices.change(iccid, 'DEACTIVATED')
    await until(async () => (await admin(endpoints.getSim, { params: { id: sim } })).status === 'DEACTIVATED')
    expect((await taskOf(id)).state).toBe('running')
    expect(await recovered(id)).toMatchObject({ state: 'completed', succeeded: 1 })
    expect(await admin(endpoints.listSimStatusChanges, { params: { id: sim }, query: {} })).toMatchObject([
      { actor: 'ADMIN', from: 'DEACTIVATED', to: 'ACTIVATED', source: 'here' },
      { actor: null, from: 'INVENTORY', to: 'DEACTIVATED', source: 'carrier' },
    ])
  },
  240_000,
)

test('a change that never has a usable answer ends as refused, with the status that the carrier told last', async () => {
  const [sim = 0] = await addFleet(server, carrier, 1, 'DEACTIVATED')
  const others = await addFleet(server, carrier, 2, 'DEACTIVATED')
  fail({ emptyAnswers: 1 })
  const { id } = await changeAll(admin, [sim], 'ACTIVATED')
  await waitsOf(id, 16)
  await letTimePass(server)
  expect(await ended(admin, id)).toMatchObject({ state: 'completed', refused: 1 })
  const query = { params: { id }, query: {} }
  expect((await admin(endpoints.listTaskResults, query)).data[0]?.message).toMatch(/^The carrier gives no usable answer/)
  const japanese = await server.signIn('ADMIN', 'ja')
  expect((await japanese(endpoints.listTaskResults, query)).data[0]?.message).toMatch(/^通信事業者が、この変更に有効な応答を返しません/)
  expect(await differing(server, carrier)).toEqual([])
  carrier.faults = noFaults
  expect(await ended(admin, (await changeAll(admin, [sim, ...others], 'ACTIVATED')).id)).toMatchObject({ succeeded: 3 })
})

test('an account that does not answer keeps only its own SIMs waiting', async () => {
  await using second = await startCarrier()
  const other = await addAccount(admin, second.url, { name: 'second' })
  const [ofFirst, ofSecond] = [await addFleet(server, carrier, 3, 'DEACTIVATED'), await addFleet(server, second, 3, 'DEACTIVATED')]
  for (const id of [...ofFirst, ...ofSecond]) await admin(endpoints.refreshSim, { params: { id } })
  fail({ mode: 'down' })
  const { id } = await changeAll(admin, [...ofFirst, ...ofSecond], 'ACTIVATED')
  expect(await until(async () => (await taskOf(id)).done === 3 && account())).toMatchObject({ failure: 'unreachable' })
  expect(await until(async () => (await taskOf(id)).waitsFor)).toBe('unreachable')
  expect(await account(other.id)).toMatchObject({ failure: null })
  expect(await recovered(id)).toMatchObject({ succeeded: 6 })
  await admin(endpoints.deleteConnector, { params: { id: other.id } })
  await server.db.deleteFrom('sims').where('id', 'in', ofSecond).execute()
})

test('a task tells the cause of its own platform, and is kept from its work by no account of another one', async () => {
  const other = await addAccount(admin, 'http://10.0.0.1', { platform: 'ntt', name: 'NTT' })
  const inAnHour = new Date(Date.now() + 3_600_000)
  await server.db
    .updateTable('connector_accounts')
    .set({ failure: 'unauthorised', closed_until: inAnHour })
    .where('id', '=', other.id)
    .execute()
  const ids = await addFleet(server, carrier, 2, 'DEACTIVATED')
  fail({ mode: 'errors', of: 'changes' })
  const { id } = await changeAll(admin, ids, 'ACTIVATED')
  expect(await until(async () => (await taskOf(id)).waitsFor)).toBe('failing')
  await admin(endpoints.deleteConnector, { params: { id: other.id } })
  expect(await recovered(id)).toMatchObject({ succeeded: 2 })
})

test('words of the carrier that no table can hold end no task', async () => {
  const [sim = 0] = await addFleet(server, carrier, 1, 'DEACTIVATED')
  fail({ refusals: 1, refusalWords: 'No\0\n\u202eentry \ud800' })
  const { id } = await changeAll(admin, [sim], 'ACTIVATED')
  expect(await ended(admin, id)).toMatchObject({ state: 'completed', refused: 1 })
  const { data } = await admin(endpoints.listTaskResults, { params: { id }, query: {} })
  expect(data[0]?.message).toMatch(/^The carrier refused the change: 40000022 No entry/)
})
