import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { concat } from '@simdeck/protocol/bytes.ts'
import { closeLength, importRawSim, post, rawPoll as poll, talk } from '../testing/raw-card.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { until } from '../testing/until.ts'

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
