import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Dashboard } from '@simdeck/contract/dashboard.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { createLog } from '../../platform/log.ts'
import { Metrics } from '../../platform/metrics.ts'
import { FleetIndex } from '../../sims/fleet-index/fleet-index.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { addSims } from '../../testing/sims.ts'
import { until } from '../../testing/until.ts'
import { gather } from '../gather.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server[Symbol.asyncDispose]())

const minuteMs = 60_000
let minute = Date.UTC(2031, 0, 1)

/** Gathers a minute of its own, and returns the overview. */
async function gathered(index: FleetIndex): Promise<NonNullable<Dashboard['fleet']>> {
  minute += minuteMs
  await gather({ db: server.db, index, publish: () => undefined }, minute)
  return shown(minute)
}

/** The figures of the overview once it shows those of a minute. Callers share an overview for a second. */
async function shown(ofMinute: number): Promise<NonNullable<Dashboard['fleet']>> {
  const call = await server.signIn('MEMBER')
  return until(async () => {
    const { fleet, updatedAt } = await call(endpoints.getDashboard, {})
    return updatedAt === new Date(ofMinute).toISOString() && fleet
  })
}

function indexFrom(from: number): FleetIndex {
  const { db, databaseUrl } = server
  return new FleetIndex({ db, databaseUrl, log: createLog('silent'), metrics: new Metrics(), from })
}

/** The counts of an overview that differ from those of the lists behind their links. */
async function wrongCounts(fleet: NonNullable<Dashboard['fleet']>): Promise<unknown[]> {
  const call = await server.signIn('MEMBER')
  const { filters, statuses, pollers, applets } = fleet
  const linked = [
    ...(['online', 'late', 'silent'] as const).map((name) => ({ name, count: fleet[name], filter: filters[name] })),
    ...statuses,
    ...pollers,
    ...applets,
  ]
  const wrong: unknown[] = []
  for (const { filter, ...share } of linked) {
    if (filter === null) continue
    const { totalItems } = await call(endpoints.listSims, { query: filter })
    if (totalItems !== share.count) wrong.push({ ...share, filter, totalItems })
  }
  return wrong
}

const ago = (minutes: number) => new Date(Date.now() - minutes * minuteMs)
const used = { status: 'ACTIVATED', poll_seconds: 3_600, poller_name: 'Poller', poller_version: '1.4' } as const

async function fill(): Promise<void> {
  await server.db.deleteFrom('sims').execute()
  const telemetry = { other_applet_name: 'telemetry', other_applet_version: '2.4.0' }
  await addSims(server.db, [
    { ...used, ...telemetry, last_poll: ago(1), rsrp: -44 },
    { ...used, ...telemetry, last_poll: ago(1), rsrp: -45 },
    { ...used, ...telemetry, last_poll: ago(1), rsrp: -90 },
    { ...used, other_applet_name: 'telemetry', other_applet_version: '2.3.1', last_poll: ago(1), rsrp: -101 },
    { ...used, ota_open_until: ago(-5), last_poll: ago(1), rsrp: -121 },
    { ...used, last_poll: ago(2) },
    { ...used, poller_version: '1.3', last_poll: ago(50), rsrp: -80 },
    { ...used, last_poll: ago(90) },
    { ...used, last_poll: ago(170) },
    { ...used, last_poll: ago(190) },
    { ...used, status: 'SUSPENDED', last_poll: ago(190) },
    { ...used, status: 'TEST_READY', last_poll: ago(1), rsrp: -70 },
    { status: 'ACTIVATED' },
    { other_applet_name: 'a,b', other_applet_version: '1' },
    { other_applet_name: 'Meter', other_applet_version: '1' },
    { other_applet_name: 'Meter long', other_applet_version: '1' },
  ])
}

for (const [title, from] of [
  ['PostgreSQL', 1_000],
  ['the index', 1],
] as const)
  test(`the figures of the fleet, counted by ${title}, are those of the lists behind their links, also after changes`, async () => {
    await fill()
    const index = indexFrom(from)
    await index.check()
    if (from === 1) await until(() => index.isReady)
    const fleet = await gathered(index)
    const { sims, online, expected, late, silent } = fleet
    expect({ sims, online, expected, late, silent }).toEqual({ sims: 16, online: 6, expected: 9, late: 2, silent: 1 })
    expect(fleet.statuses[0]).toEqual({ value: 'ACTIVATED', count: 11, filter: { status: 'ACTIVATED' } })
    expect(fleet.pollers.map(({ value, count }) => [value, count])).toEqual([
      ['1.4', 11],
      [null, 4],
      ['1.3', 1],
    ])
    expect(fleet.applets.map(({ name, version, count, filter }) => [name, version, count, filter !== null])).toEqual([
      [null, null, 9, false],
      ['telemetry', '2.4.0', 3, true],
      // The filter also finds the SIM with the applet of the longer name.
      ['Meter', '1', 1, false],
      ['Meter long', '1', 1, true],
      ['a,b', '1', 1, true],
      ['telemetry', '2.3.1', 1, true],
    ])
    expect(fleet.signals.map(({ value, count }) => [value, count])).toEqual([
      ['extremelyStrong', 1],
      ['veryStrong', 2],
      ['strong', 0],
      ['veryWeak', 1],
      ['unavailable', 1],
      ['unknown', 1],
    ])
    expect(await wrongCounts(fleet)).toEqual([])

    await server.db.updateTable('sims').set({ status: 'SUSPENDED', poller_version: '2.0' }).where('poller_version', '=', '1.3').execute()
    await addSims(server.db, [{ ...used, iccid: '8981100000000009999', last_poll: ago(400) }])
    const next = await gathered(index)
    expect([next.sims, next.silent, next.pollers.some(({ value }) => value === '1.3')]).toEqual([17, 2, false])
    expect(await wrongCounts(next)).toEqual([])
    await index.close()
  })

test('while the index of a large fleet is away, SIMs are counted rarely and late in a minute, and POLLs always', async () => {
  await fill()
  const { db } = server
  const index = indexFrom(1)
  const before = await gathered(indexFrom(1_000))
  const rows = () => db.selectFrom('dashboard_figures').select('figures').where('step_seconds', '=', 60).orderBy('at', 'desc').execute()
  const slow = { nextMs: Date.now() + minuteMs }
  minute += minuteMs
  const stored = (await rows()).length
  await db
    .insertInto('dashboard_polls')
    .values({ minute: new Date(minute - minuteMs), polls: 7, delays: [7] })
    .execute()
  await gather({ db, index, publish: () => undefined }, minute + 30_000, slow)
  expect(await rows()).toHaveLength(stored)
  await gather({ db, index, publish: () => undefined }, minute + 41_000, slow)
  expect(Object.keys((await rows())[0]!.figures).toSorted()).toEqual(['delayP95Ms', 'pollsPerMinute'])
  expect(await shown(minute - minuteMs)).toEqual(before)

  slow.nextMs = 0
  minute += minuteMs
  await gather({ db, index, publish: () => undefined }, minute + 41_000, slow)
  expect((await rows())[0]!.figures).toMatchObject({ sims: 16, online: 6 })
  await shown(minute)
  minute += minuteMs
  await gather({ db, index, publish: () => undefined }, minute + 41_000, slow)
  expect(Object.keys((await rows())[0]!.figures)).toEqual(['delayP95Ms'])
})

test('POLLs of all device ports give the number a minute, and the delay of ten minutes', async () => {
  await fill()
  const { db } = server
  const index = indexFrom(1_000)
  await db.deleteFrom('dashboard_polls').execute()
  expect(await gathered(index)).toMatchObject({ pollsPerMinute: null, delayP95Ms: null })
  const at = (minutes: number) => new Date(minute + minuteMs - minutes * minuteMs)
  const delays = (slow: number) => [...Array.from({ length: 10 }, () => 0), slow]
  await db
    .insertInto('dashboard_polls')
    .values([
      { minute: at(0), polls: 50, delays: [50] },
      { minute: at(1), polls: 90, delays: [90] },
      { minute: at(10), polls: 10, delays: delays(10) },
      { minute: at(11), polls: 900, delays: delays(900) },
      { minute: at(3 * 24 * 60), polls: 1, delays: [1] },
    ])
    .execute()
  const fleet = await gathered(index)
  expect(fleet.pollsPerMinute).toBe(90)
  expect(fleet.delayP95Ms).toBeCloseTo(17.5)
  // The POLLs of a part of a minute are no number by minute, and a gap in the chart.
  await db.updateTable('dashboard_polls').set({ whole: false }).where('minute', '=', at(1)).execute()
  const partly = await gathered(index)
  expect([partly.pollsPerMinute, partly.delayP95Ms === null]).toEqual([null, false])
  const kept = await db.selectFrom('dashboard_polls').select('polls').orderBy('polls').execute()
  expect(kept.map(({ polls }) => polls)).toEqual([10, 50, 90, 900])
})
