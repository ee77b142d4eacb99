import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { tokensOf } from '@simdeck/contract/auth.ts'
import { createClient } from '@simdeck/contract/client.ts'
import { basePaths, endpoints } from '@simdeck/contract/endpoints.ts'
import type { RolloutInput } from '@simdeck/contract/rollout.ts'
import { fixedAids } from '@simdeck/protocol/aid.ts'
import { makeAccount } from '../auth/first-member.ts'
import { closeFinishedCampaigns } from '../campaigns/campaigns.ts'
import { approvals } from '../campaigns/approval/testing.ts'
import { addFleet, addPackage, other, snapshotOf } from '../campaigns/testing.ts'
import { readConfig } from '../config.ts'
import { createLog } from '../platform/log.ts'
import { notify } from '../platform/notifications/notify.ts'
import { startServer } from '../server.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { until } from '../testing/until.ts'
import { tellCauses } from './causes.ts'
import { itemsOf, titlesOf } from './notifications.fixture.ts'

type Admin = Awaited<ReturnType<TestServer['signIn']>>

let server: TestServer
let admin: Admin
let key: Awaited<ReturnType<typeof addPackage>>['key']
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: '127.0.0.1' })
  admin = await server.signIn('ADMIN', 'en', true)
  key = (await addPackage(admin, fixedAids.telemetry)).key
})
afterAll(() => server[Symbol.asyncDispose]())
beforeEach(async () => {
  await server.db.deleteFrom('notifications').execute()
})

async function start(simIds: number[], name: string, rollout?: RolloutInput) {
  const body = { snapshotId: await snapshotOf(admin, simIds), targets: [other({ package: key })], name, ...(rollout && { rollout }) }
  return (await admin(endpoints.putBulkOta, { body })).id
}
const end = (simIds: number[], status: 'Succeeded' | 'Failed') =>
  server.db
    .updateTable('ota_jobs')
    .set({ status, finished_at: new Date() })
    .where('sim_id', 'in', simIds)
    .where('status', '=', 'Ready')
    .execute()
const told = (count: number) =>
  until(async () => {
    const titles = await titlesOf(admin, 'ota')
    return titles.length === count && titles
  })

test('the end of a campaign is told once, although two nodes look for it, and a campaign that its creator stops is not told', async () => {
  const second = await startServer({
    config: readConfig({ PORT: '0', DEVICE_PORT: '0', METRICS_PORT: '0', DATABASE_URL: server.databaseUrl, MASTER_KEY: server.masterKey }),
    databaseUrl: server.databaseUrl,
    masterKey: server.masterKey,
    log: createLog('silent'),
    consoleFolder: null,
    showAccounts: () => undefined,
  })
  try {
    const [a, b, c] = [await addFleet(server, 2), await addFleet(server, 2), await addFleet(server, 2)]
    const [good, bad, stopped] = [await start(a, 'good'), await start(b, 'bad'), await start(c, 'given up')]
    await end(a, 'Succeeded')
    await closeFinishedCampaigns(server.db, [good])
    expect(await told(1)).toEqual(['Campaign completed: good · 2 SIMs'])
    await end(b, 'Failed')
    await Promise.all([closeFinishedCampaigns(server.db, [bad]), closeFinishedCampaigns(server.db, [bad])])
    await admin(endpoints.cancelOta, { params: { id: stopped }, body: {} })
    await until(async () => (await server.db.selectFrom('notification_causes').selectAll().execute()).length === 0)
    expect(await told(2)).toEqual(['Campaign ended with failures: bad · 2 SIMs', 'Campaign completed: good · 2 SIMs'])
    expect((await itemsOf(admin, 'ota'))[0]).toMatchObject({ to: `/otas/campaigns/${bad}`, tone: 'interrupted' })
  } finally {
    await second.close()
  }
})

test('a cause that no node has told yet outlives the node, and several nodes at once tell it once', async () => {
  await using quiet = await startTestServer({ SERVICES: 'console,device' })
  const call = await quiet.signIn('ADMIN')
  const wanted = await addPackage(call, fixedAids.telemetry)
  const sims = await addFleet(quiet, 1)
  const body = { snapshotId: await snapshotOf(call, sims), targets: [other({ package: wanted.key })], name: 'late' }
  const { id } = await call(endpoints.putBulkOta, { body })
  await quiet.db.updateTable('ota_jobs').set({ status: 'Succeeded', finished_at: new Date() }).execute()
  await closeFinishedCampaigns(quiet.db, [id])
  expect(await itemsOf(call, 'ota')).toEqual([])
  await Promise.all([tellCauses(quiet.db), tellCauses(quiet.db), tellCauses(quiet.db)])
  await tellCauses(quiet.db)
  expect(await titlesOf(call, 'ota')).toEqual(['Campaign completed: late · 1 SIM'])
})

test('a campaign that pauses for failures, and one whose next wave waits for a member, are told once to everybody', async () => {
  const reader = await server.signIn('MEMBER')
  const [a, b] = [await addFleet(server, 4), await addFleet(server, 4)]
  const failing = await start(a, 'failing', { waves: [{ sims: 2 }], order: 'id', maxFailedPercent: 10, minResults: 2, endedPercent: 50 })
  await end(a.slice(0, 2), 'Failed')
  expect(await told(1)).toEqual(['Campaign paused: too many failures: failing · 4 SIMs · 2 of 2 failed'])
  const waiting = await start(b, 'waiting', { waves: [{ sims: 2 }, { sims: 1 }], order: 'id', next: 'manual' })
  await end(b.slice(0, 2), 'Succeeded')
  await until(async () => (await itemsOf(reader, 'ota')).length === 2)
  await admin(endpoints.changeCampaign, { params: { id: waiting }, body: { action: 'release', wave: 2 } })
  await end(b.slice(2, 3), 'Succeeded')
  const titles = await until(async () => {
    const now = await titlesOf(reader, 'ota')
    return now.length === 3 && now
  })
  expect(titles.slice(0, 2)).toEqual([
    'The next wave waits for its release: waiting · 4 SIMs · wave 3',
    'The next wave waits for its release: waiting · 4 SIMs · wave 2',
  ])
  for (const id of [failing, waiting]) await admin(endpoints.cancelOta, { params: { id }, body: {} })
})

test('approvals: the request goes to the approvers, and the decision to the member who asked', async () => {
  await using strict = await startTestServer()
  const world = await approvals(strict)
  const { asker, colleague } = world
  await world.setThreshold(3)
  const ids: number[] = []
  for (let n = 0; n < 3; n++) ids.push((await world.start(await world.fleet(3))).id)
  const asked = async () => (await titlesOf(colleague, 'ota')).filter((title) => title.startsWith('A campaign needs your approval'))
  await until(async () => (await asked()).length === 3)
  expect(await itemsOf(asker, 'ota')).toEqual([])
  await world.approve(colleague, ids[0]!)
  await world.reject(colleague, ids[1]!, 'not tonight')
  await world.withdraw(asker, ids[2]!)
  await until(async () => (await strict.db.selectFrom('notification_causes').selectAll().execute()).length === 0)
  const decided = await itemsOf(asker, 'ota')
  expect(decided.map(({ title }) => title)).toEqual(['Your campaign was rejected', 'Your campaign was approved'])
  expect(decided[0]!.body).toContain('not tonight')
})

test('a start that asks for approval does not wait until another request is told, and is told afterwards', async () => {
  await using strict = await startTestServer()
  const world = await approvals(strict)
  await world.setThreshold(3)
  const { asked_by: owner } = await strict.db
    .selectFrom('campaign_approvals')
    .select('asked_by')
    .where('campaign_id', '=', (await world.start(await world.fleet(3))).id)
    .executeTakeFirstOrThrow()
  await until(async () => (await itemsOf(world.colleague, 'ota')).length === 1)
  await strict.db.transaction().execute(async (trx) => {
    await notify(trx, { kind: 'approvalAsked', params: { name: 'told slowly', sims: 3, asker: 'ADMIN' }, ownerId: owner })
    await world.start(await world.fleet(3))
    expect(await itemsOf(world.colleague, 'ota')).toHaveLength(1)
  })
  await until(async () => (await itemsOf(world.colleague, 'ota')).length === 3)
})

test('the end of a task is told to the member who started it, with the SIMs that were refused', async () => {
  const colleague = await server.signIn('ADMIN')
  const simIds = await addFleet(server, 2)
  const { id: selectionId } = await admin(endpoints.createSimSelection, { body: { simIds } })
  const { id } = await admin(endpoints.setAliases, { body: { selectionId, pattern: 'Meter {n}' } })
  const [item] = await until(async () => {
    const items = await itemsOf(admin, 'sim')
    return items.length > 0 && items
  })
  expect(item).toMatchObject({ title: 'Task completed', to: `/tasks/${id}`, tone: 'succeeded' })
  expect(item!.body).toMatch(/^Change of device aliases · Meter \{n\} · 2 SIMs$/)
  expect(await itemsOf(colleague, 'sim')).toEqual([])
})

test('a changed IMEI is told after the poll that reports it, and an edit of the IMEI is not', async () => {
  const [sim = 0, edited = 0] = await addFleet(server, 2, { imei: '490154203237518' })
  await admin(endpoints.updateSim, { params: { id: edited }, body: { imei: '356938035643809' } })
  // The columns that the device port writes.
  await server.db.updateTable('sims').set({ imei: '356938035643809', imei_change_untold: true }).where('id', '=', sim).execute()
  await server.db.updateTable('sims').set({ imei: '356938035643809', imei_change_untold: true }).where('id', '=', sim).execute()
  await until(async () => (await itemsOf(admin, 'sim')).length > 0)
  await until(async () => (await server.db.selectFrom('notification_causes').selectAll().execute()).length === 0)
  expect(await itemsOf(admin, 'sim')).toMatchObject([{ title: 'IMEI changed', simIds: [sim] }])
})

test('a sign-in from a network that the member has not used is told to that member, the first sign-in and one nearby are not', async () => {
  const account = { email: 'traveller@example.com', name: 'Traveller', role: 'MEMBER', password: 'Correct-horse-1' } as const
  await makeAccount(server.db, account)
  async function signInFrom(ip: string) {
    const from = (token?: string) =>
      createClient({
        baseUrl: (api) => server.url + basePaths[api],
        headers: () => ({ 'x-forwarded-for': ip, 'accept-language': 'en', ...(token && { authorization: `Bearer ${token}` }) }),
      })
    const { accessToken } = tokensOf(await from()(endpoints.login, { body: { email: account.email, password: account.password } }))
    return itemsOf(from(accessToken), 'sim')
  }
  expect(await signInFrom('192.0.2.10')).toEqual([])
  expect(await signInFrom('192.0.2.200')).toEqual([])
  const [item, ...more] = await signInFrom('2001:db8:1:2::9')
  expect(item).toMatchObject({ title: 'Sign-in from a new place', to: '/personal/setting/sign-ins' })
  expect(item!.body).toContain('2001:db8:1:2::9')
  expect(more).toEqual([])
  expect(await signInFrom('2001:db8:1:ffff::1')).toHaveLength(1)
  expect(await signInFrom('198.51.100.1')).toHaveLength(2)
  expect(await itemsOf(admin, 'sim')).toEqual([])
})
