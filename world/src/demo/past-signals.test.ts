import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { startTestServer } from '@simdeck/server/testing/server.ts'
import { addSims } from '@simdeck/server/testing/sims.ts'
import { fillPastSignals } from './past-signals.ts'

test('each SIM of the demo that has polled gets the signal of a day, once', async () => {
  await using server = await startTestServer()
  const [one = 0, two = 0, silent = 0] = await addSims(server.db, [
    { last_poll: new Date(), rsrp: -91, rsrq: -10 },
    { last_poll: new Date(), rsrp: -118 },
    {},
  ])
  await fillPastSignals(server.databaseUrl, { sims: 2, closing: new AbortController().signal })
  const call = await server.signIn('MEMBER')
  const samplesOf = async (id: number) => (await call(endpoints.getSimSignal, { params: { id } })).samples
  const samples = await samplesOf(one)
  expect(samples).toHaveLength(47)
  for (const { rsrp } of samples) {
    expect(rsrp).toBeGreaterThan(-131)
    expect(rsrp).toBeLessThan(-61)
  }
  expect(await samplesOf(two)).toHaveLength(47)
  expect(await samplesOf(silent)).toEqual([])
})
