import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { signalSampleSeconds } from '@simdeck/contract/sim-signal.ts'
import { codeOf } from '../../testing/people.ts'
import { closeLength, importRawSim, rawPoll as poll, talk } from '../../testing/raw-card.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { until } from '../../testing/until.ts'
import { addSims } from '../../testing/sims.ts'

const minuteMs = 60_000

async function withSim(): Promise<{ server: TestServer; simId: number }> {
  const server = await startTestServer()
  await importRawSim(await server.signIn('ADMIN'))
  await until(async () => (await talk(server.devicePort, [poll(0).frame], closeLength)).length > 0)
  const { id: simId } = await server.db.selectFrom('sims').select('id').executeTakeFirstOrThrow()
  return { server, simId }
}

test('polls store one sample of the signal in each quarter of an hour, and the last value at once', async () => {
  const { server, simId } = await withSim()
  await using _ = server
  const member = await server.signIn('MEMBER')
  const rsrpNow = async () => (await member(endpoints.getSim, { params: { id: simId } })).rsrp
  const polled = async (counter: number, rsrpDbm: number) => {
    await talk(server.devicePort, [poll(counter, { signal: { rsrpDbm, rsrqDb: -9 } }).frame], closeLength)
    await until(async () => (await rsrpNow()) === rsrpDbm)
  }
  const samples = async () => (await member(endpoints.getSimSignal, { params: { id: simId } })).samples

  await talk(server.devicePort, [poll(1).frame], closeLength)
  await polled(2, -87)
  expect(await samples()).toMatchObject([{ rsrp: -87, rsrq: -9 }])
  const sampledAt = (offsetSeconds: number) =>
    server.db
      .updateTable('sim_contacts')
      .set({ sampled_at: new Date(Date.now() + offsetSeconds * 1000) })
      .execute()
  await sampledAt(signalSampleSeconds)
  await polled(3, -92)
  expect(await samples()).toHaveLength(1)
  await sampledAt(-signalSampleSeconds)
  await polled(4, -101)
  const [, sample] = await samples()
  expect(sample).toMatchObject({ rsrp: -101, rsrq: -9 })
  expect(Date.now() - Date.parse(sample!.at)).toBeLessThan(minuteMs)
})

test('the signal of a SIM is that of its last 24 hours, oldest first', async () => {
  await using server = await startTestServer()
  const [simId = 0, other = 0] = await addSims(server.db, [{}, {}])
  const ago = (minutes: number) => new Date(Date.now() - minutes * minuteMs)
  const sample = (minutes: number, rsrp: number | null, sim_id = simId) => ({ sim_id, at: ago(minutes), rsrp, rsrq: -12 })
  await server.db
    .insertInto('signal_samples')
    .values([sample(20, -91), sample(1435, -80), sample(1445, -70), sample(5, null), sample(10, -60, other)])
    .execute()
  const member = await server.signIn('MEMBER')
  const { from, until: end, samples } = await member(endpoints.getSimSignal, { params: { id: simId } })
  expect(samples.map(({ rsrp, rsrq }) => [rsrp, rsrq])).toEqual([
    [-80, -12],
    [-91, -12],
    [null, -12],
  ])
  expect(Date.parse(end) - Date.parse(from)).toBe(1440 * minuteMs)
  expect(await codeOf(member(endpoints.getSimSignal, { params: { id: other + 1 } }))).toBe('simNotFound')
  expect(await codeOf(server.anonymous(endpoints.getSimSignal, { params: { id: simId } }))).toBe('missingAuthorization')
})
