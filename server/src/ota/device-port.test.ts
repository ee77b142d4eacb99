import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { concat } from '@simdeck/protocol/bytes.ts'
import { closeLength, importRawSim, post, rawPoll as poll, talk } from '../testing/raw-card.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { until } from '../testing/until.ts'
import { pollTimeClasses } from '../sims/poll-times.ts'
import { addPollTimes } from './poll-times-queries.ts'

async function withSim(): Promise<TestServer> {
  const server = await startTestServer()
  const admin = await server.signIn('ADMIN')
  await importRawSim(admin)
  // The device port reads new SIMs a moment after the import.
  await until(async () => (await talk(server.devicePort, [poll(0).frame], closeLength)).length > 0)
  return server
}

test('an idle POLL gets CLOSE_SESSION(0), over TCP in pieces and over HTTP on the same port', async () => {
  await using server = await withSim()
  const first = poll(1)
  const answer = await talk(
    server.devicePort,
    [first.frame.subarray(0, 1), first.frame.subarray(1, 40), first.frame.subarray(40)],
    closeLength,
  )
  expect(first.read(answer)).toEqual({ code: 7, sessionId: 0, close: { code: 0, detail: 0, waitSeconds: 0 } })
  const second = poll(2)
  const response = await post(server.devicePort, second.frame)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/octet-stream'])
  expect(second.read(new Uint8Array(await response.arrayBuffer())).close.code).toBe(0)
})

test('two frames sent together are answered in order; a counter that is not higher is answered with 300 and the stored counter', async () => {
  await using server = await withSim()
  const [high, low] = [poll(9), poll(5)]
  const answers = await talk(server.devicePort, [concat(high.frame, low.frame)], 2 * closeLength)
  expect(high.read(answers.subarray(0, closeLength)).close.code).toBe(0)
  expect(low.read(answers.subarray(closeLength)).close).toEqual({ code: 300, detail: 9, waitSeconds: 0 })
})

test('HTTP on the device port accepts only frames', async () => {
  await using server = await withSim()
  const base = `http://127.0.0.1:${server.devicePort}`
  expect((await fetch(`${base}/`)).status).toBe(404)
  expect((await fetch(`${base}/ota`)).status).toBe(404)
  expect((await post(server.devicePort, poll(1).frame, 'text/plain')).status).toBe(415)
})

test('a POLL soon updates poller, last poll and connection of the SIM', async () => {
  await using server = await withSim()
  const member = await server.signIn('MEMBER')
  await talk(server.devicePort, [poll(1).frame], closeLength)
  const sim = await until(async () => {
    const { data } = await member(endpoints.listSims, { query: {} })
    return data[0]?.last_poll && data[0]
  })
  expect(sim).toMatchObject({ connection: 1, poller_name: 'Poller', poller_version: '1.4', has_keys: true })
})

test('the time between two POLLs is stored as the observed interval of the SIM', async () => {
  await using server = await withSim()
  const contact = () => server.db.selectFrom('sim_contacts').select(['last_poll', 'poll_seconds']).executeTakeFirstOrThrow()
  await talk(server.devicePort, [poll(1).frame], closeLength)
  await until(async () => (await contact()).last_poll)
  expect((await contact()).poll_seconds).toBeNull()
  await server.db
    .updateTable('sim_contacts')
    .set({ last_poll: new Date(Date.now() - 6_000_000) })
    .execute()
  await talk(server.devicePort, [poll(2).frame], closeLength)
  const observed = await until(async () => (await contact()).poll_seconds)
  expect(Math.round(observed / 1_000)).toBe(6)
})

test('the observed interval of a SIM stays for a similar gap, and one long or short gap at most doubles or halves it', async () => {
  await using server = await withSim()
  const contact = () => server.db.selectFrom('sim_contacts').select(['last_poll', 'poll_seconds']).executeTakeFirstOrThrow()
  let counter = 0
  async function after(gapSeconds: number, known: number): Promise<number | null> {
    const last_poll = new Date(Date.now() - gapSeconds * 1000)
    await server.db.updateTable('sim_contacts').set({ last_poll, poll_seconds: known }).execute()
    await talk(server.devicePort, [poll(++counter).frame], closeLength)
    return until(async () => {
      const now = await contact()
      return now.last_poll!.getTime() !== last_poll.getTime() && now
    }).then((now) => now.poll_seconds)
  }
  expect([await after(3_700, 3_600), await after(300_000, 3_600), await after(60, 3_600)]).toEqual([3_600, 7_200, 1_800])
  expect(await after(100_000, 0), 'it grows from nothing').toBe(60)
  expect(await after(90_000_000, 2_000_000_000), 'the greatest number').toBe(1_000_000_000)
})

test('the time at which a SIM polls from another device is stored, and the list is filtered by it', async () => {
  await using server = await withSim()
  const member = await server.signIn('MEMBER')
  const listed = async (query: object) => (await member(endpoints.listSims, { query })).data
  const polled = async (counter: number, imei: string) => {
    await talk(server.devicePort, [poll(counter, { imei }).frame], closeLength)
    return until(async () => (await listed({}))[0]?.imei === imei && (await listed({}))[0])
  }
  const [one, other] = ['351111111111111', '352222222222222']
  expect(await polled(1, one)).toMatchObject({ imei_status: 'same', imei_changed_at: null })
  expect(await listed({ imei_changed_start: '2020-01-01T00:00:00Z' })).toEqual([])
  const since = new Date().toISOString()
  const changed = await polled(2, other)
  expect(changed.imei_status).toBe('changed')
  expect(Date.parse(changed.imei_changed_at!)).toBeGreaterThanOrEqual(Date.parse(since))
  expect(await listed({ imei_changed_start: since })).toHaveLength(1)
  expect(await listed({ imei_changed_end: since })).toEqual([])
  await talk(server.devicePort, [poll(3, { imei: other }).frame], closeLength)
  await until(async () => (await listed({}))[0]?.last_poll !== changed.last_poll)
  const [again] = await listed({ imei: other })
  expect(again).toMatchObject({ imei_status: 'changed', imei_changed_at: changed.imei_changed_at })
})

test('answered POLLs are counted by minute and time to answer, together with those of other device ports', async () => {
  await using server = await withSim()
  await talk(server.devicePort, [poll(1).frame], closeLength)
  await post(server.devicePort, poll(2).frame)
  const refused = poll(3).frame
  refused[refused.length - 1]! ^= 1
  expect((await post(server.devicePort, refused)).status).toBe(204)
  const minutes = () => server.db.selectFrom('dashboard_polls').selectAll().orderBy('minute').execute()
  const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
  // The first POLL is the one by which the test sees that the SIM is known.
  const counted = await until(async () => {
    const rows = await minutes()
    return sum(rows.map(({ polls }) => polls)) >= 3 && rows
  })
  expect([sum(counted.map(({ polls }) => polls)), sum(counted.flatMap(({ delays }) => delays))]).toEqual([3, 3])
  const { minute } = counted[0]!
  const one = Array.from({ length: pollTimeClasses.length + 1 }, () => 1)
  await Promise.all([
    addPollTimes(server.db, [{ minute, counts: one, whole: false }]),
    addPollTimes(server.db, [{ minute, counts: one, whole: true }]),
  ])
  const [row] = await minutes()
  expect(row!.delays).toEqual(counted[0]!.delays.map((delay) => delay + 2))
  expect(row!.polls).toBe(counted[0]!.polls + 2 * one.length)
  expect(row!.whole).toBe(true)
})

test('a POLL without encryption is answered only while the setting and the SIM allow it', async () => {
  await using server = await withSim()
  const root = await server.signIn('ROOT')
  let pollCounter = 0
  const answers = async (enc: boolean) => (await talk(server.devicePort, [poll(++pollCounter, { enc }).frame], 1)).length > 0
  const allow = (value: string) => root(endpoints.postUserConfig, { body: [{ key: 'system_ota_allow_plain_polls', value }] })
  await allow('2')
  expect(await answers(false)).toBe(false)
  await server.db.updateTable('sims').set({ poller_encryption: false }).execute()
  await allow('2')
  await until(() => answers(false))
  expect(await answers(true)).toBe(true)
  await allow('1')
  await until(async () => !(await answers(false)))
  expect(await answers(true)).toBe(true)
})
