import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { createLog } from '../platform/log.ts'
import { Metrics } from '../platform/metrics.ts'
import { FleetIndex } from '../sims/fleet-index/fleet-index.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { addSims } from '../testing/sims.ts'
import { until } from '../testing/until.ts'
import { storeMinute } from './figures-queries.ts'
import { gather } from './gather.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server[Symbol.asyncDispose]())

const dayMs = 86_400_000
const minute = (text: string) => new Date(`2031-05-01T${text}:00Z`)
const stored = (at: Date, count: number, db = server.db) =>
  storeMinute(db, at, {
    figures: { failedAppletOtas: count },
    fleet: { attention: { failedAppletOtas: { count, filter: { status_other_applet: 'Failed,Blocked' }, mostIn: null } } },
  })
const rows = (seconds: number) =>
  server.db.selectFrom('dashboard_figures').select(['at', 'minutes', 'figures']).where('step_seconds', '=', seconds).orderBy('at').execute()

test('a minute that two nodes gather counts once, and longer steps have the means of their minutes', async () => {
  await server.db.deleteFrom('dashboard_figures').execute()
  const both = await Promise.all([stored(minute('10:01'), 4), stored(minute('10:01'), 4)])
  expect(both.toSorted()).toEqual([false, true])
  expect(await stored(minute('10:02'), 10)).toBe(true)
  expect(await rows(60)).toHaveLength(2)
  expect(await rows(600)).toEqual([{ at: minute('10:00'), minutes: 2, figures: { failedAppletOtas: 7 } }])
})

test('rows that are too old are deleted, and coarser ones stay', async () => {
  await stored(new Date(minute('10:02').getTime() + 3 * dayMs), 1)
  expect(await rows(60)).toHaveLength(1)
  expect(await rows(600)).toHaveLength(2)
  await stored(new Date(minute('10:02').getTime() + 400 * dayMs), 1)
  expect([(await rows(60)).length, (await rows(600)).length, (await rows(3600)).length, (await rows(86_400)).length]).toEqual([1, 1, 1, 1])
})

test('failing OTAs are counted as the list behind the link has them, with the change since the day before', async () => {
  const admin = await server.signIn('ADMIN')
  await addSims(server.db, [
    { iccid: '8981100000000000017', status_other_applet: 'Failed' },
    { iccid: '8981100000000000025', status_other_applet: 'Blocked' },
    { iccid: '8981100000000000033', status_other_applet: 'Succeeded', status: 'ACTIVATED', connection: 1 },
  ])
  const at = new Date(minute('10:02').getTime() + 500 * dayMs)
  await stored(new Date(at.getTime() - dayMs), 5)
  const { db, databaseUrl } = server
  const index = new FleetIndex({ db, databaseUrl, log: createLog('silent'), metrics: new Metrics(), from: 1_000 })
  const published: unknown[] = []
  const gathering = { db, index, publish: (change: unknown) => void published.push(change) }
  await Promise.all([gather(gathering, at.getTime() + 5_000), gather(gathering, at.getTime() + 40_000)])
  expect(published).toHaveLength(1)
  expect((await rows(60)).at(-1)!.figures).toMatchObject({ failedAppletOtas: 2, failedPollerOtas: 0, sims: 3, online: 1 })
  const item = (await admin(endpoints.getDashboard, {})).attention.find(({ key }) => key === 'failedAppletOtas')!
  expect(item).toMatchObject({ count: 2, change: -3, link: { screen: 'sims' } })
  const listed = await admin(endpoints.listSims, { query: item.link.filter })
  expect(listed.totalItems).toBe(item.count)
})

test('silent SIMs, SIMs in another device and SIMs without keys are counted as the linked lists have them', async () => {
  await server.db.deleteFrom('sims').execute()
  const admin = await server.signIn('ADMIN')
  const at = new Date(minute('10:02').getTime() + 700 * dayMs)
  const ago = (minutes: number, end = Date.now()) => new Date(end - minutes * 60_000)
  const [one, other] = await Promise.all(['One', 'Other'].map((name) => admin(endpoints.createGroup, { body: { name } })))
  const used = { status: 'ACTIVATED', has_keys: true, poll_seconds: 3_600 } as const
  await addSims(server.db, [
    { ...used, group_id: one!.id, last_poll: ago(170) },
    { ...used, group_id: one!.id, last_poll: ago(200), imei_changed_at: ago(23 * 60, at.getTime()) },
    { ...used, group_id: other!.id, last_poll: ago(200) },
    { ...used, group_id: other!.id, last_poll: ago(201), imei_changed_at: ago(25 * 60, at.getTime()) },
    { ...used, status: 'SUSPENDED', last_poll: ago(900) },
    { ...used, poll_seconds: 86_400, last_poll: ago(900) },
    used,
    { status: 'ACTIVATED' },
    { status: 'INVENTORY', group_id: one!.id },
    { status: 'RETIRED' },
  ])
  await storeMinute(server.db, ago(24 * 60, at.getTime()), {
    figures: { silentSims: 1, silentIntervals: 3, simsWithoutKeys: 2 },
    fleet: { attention: {} },
  })
  const { db, databaseUrl } = server
  const index = new FleetIndex({ db, databaseUrl, log: createLog('silent'), metrics: new Metrics(), from: 1_000 })
  await gather({ db, index, publish: () => undefined }, at.getTime())
  const { attention } = await until(async () => {
    const dashboard = await admin(endpoints.getDashboard, {})
    return dashboard.updatedAt === at.toISOString() && dashboard
  })
  const found = attention.filter(({ link }) => link.screen === 'sims')
  expect(found.map(({ key, count, change, mostIn, intervals }) => [key, count, change, mostIn?.name ?? null, intervals])).toEqual([
    ['silentSims', 3, 2, 'Other', 3],
    ['imeiChanged', 1, null, 'One', null],
    ['simsWithoutKeys', 2, 0, null, null],
  ])
  for (const { key, count, link } of found)
    expect([key, (await admin(endpoints.listSims, { query: link.filter })).totalItems]).toEqual([key, count])
})

test('a saved number of own intervals applies at once to the overview of all nodes, and to the list of groups', async () => {
  await server.db.deleteFrom('sims').execute()
  await server.db.deleteFrom('dashboard_figures').execute()
  await server.db.deleteFrom('dashboard_now').execute()
  const admin = await server.signIn('ADMIN')
  const group = await admin(endpoints.createGroup, { body: { name: 'Meters' } })
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  const used = { status: 'ACTIVATED', has_keys: true, poll_seconds: 3_600, group_id: group.id } as const
  await addSims(server.db, [
    { ...used, last_poll: ago(90) },
    { ...used, last_poll: ago(150) },
    { ...used, last_poll: ago(200) },
  ])
  const save = (value: string) => admin(endpoints.postUserConfig, { body: [{ key: 'system_config_sim_silent_intervals', value }] })
  const shows = (intervals: number, count: number, late: number) =>
    until(async () => {
      const { attention, fleet } = await admin(endpoints.getDashboard, {})
      const item = attention.find(({ key }) => key === 'silentSims')
      return item?.intervals === intervals && item.count === count && fleet?.silent === count && fleet.late === late && item
    })
  await save('2')
  const { link } = await shows(2, 2, 1)
  expect((await admin(endpoints.listSims, { query: link.filter })).totalItems).toBe(2)
  const before = await rows(60)
  await save('1')
  expect(await shows(1, 3, 0)).toMatchObject({ link: { filter: { silent: '1x' } } })
  const after = await rows(60)
  // The SIMs are counted once more without waiting for the next minute.
  expect(after.length - before.length).toBeLessThanOrEqual(1)
  expect(after.find(({ at }) => at.getTime() === before.at(-1)!.at.getTime())!.figures).toMatchObject({ silentSims: 3, silentIntervals: 1 })
  const { data } = await admin(endpoints.listGroups, { query: { figures: 'true', search: 'Meters' } })
  expect(data).toMatchObject([{ silent: 3 }])
  await save('3')
  await shows(3, 1, 2)
})

test('the series of a period has the steps that reach back to its begin, with all SIMs and those online', async () => {
  const admin = await server.signIn('ADMIN')
  await server.db.deleteFrom('dashboard_figures').execute()
  const now = new Date(Math.floor(Date.now() / 600_000) * 600_000)
  const before = (ms: number) => new Date(now.getTime() - ms)
  for (const [ms, online] of [
    [2 * dayMs, 2],
    [120_000, 4],
    [60_000, 6],
  ] as const)
    await storeMinute(server.db, before(ms), { figures: { sims: 9, online }, fleet: { attention: {} } })
  const day = await admin(endpoints.getDashboardSeries, { query: {} })
  expect(day).toMatchObject({
    stepSeconds: 60,
    points: [
      { at: before(120_000).toISOString(), sims: 9, online: 4 },
      { sims: 9, online: 6 },
    ],
  })
  const week = await admin(endpoints.getDashboardSeries, { query: { period: '7d' } })
  expect(week.stepSeconds).toBe(600)
  expect(week.points.map(({ online }) => online)).toEqual([2, 5])
  const years = { period_start: '2001-01-01T00:00:00Z', period_end: now.toISOString() }
  expect((await admin(endpoints.getDashboardSeries, { query: years })).stepSeconds).toBe(86_400)
})
