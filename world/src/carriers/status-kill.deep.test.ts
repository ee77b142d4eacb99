import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { startTestServer } from '@simdeck/server/testing/server.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { serverScript, spawnNode, spawnServer } from '../testing/server-process.ts'
import { killAt, nth } from '../kills/kill-at.ts'
import { addAccount, addFleet, askedAgain, carrierEnvironment, changeAll, differing, startCarrier } from './carrier.fixture.ts'
import { noFaults } from './carrier-faults.ts'

const fleet = 10_000
const minutes = 20

test(
  'a change of 10,000 SIMs survives kills of its node, with refusals, lost answers and a second node',
  { timeout: minutes * 60_000 },
  async () => {
    await using carrier = await startCarrier({ callsPerSecond: 100_000 })
    // This server only accepts the task; other nodes run it.
    await using server = await startTestServer({ ...carrierEnvironment, SERVICES: 'ota,device' })
    const call = await server.signIn('ADMIN', 'en', true)
    await addAccount(call, carrier.url)
    const ids = await addFleet(server, carrier, fleet, 'INVENTORY')
    carrier.faults = { ...noFaults, refusals: 0.02, lostAnswers: 0.01 }
    const { id } = await changeAll(call, ids, 'ACTIVATED')
    const task = () => call(endpoints.getTask, { params: { id } })
    const env = {
      DATABASE_URL: server.databaseUrl,
      MASTER_KEY: server.masterKey,
      PORT: '0',
      DEVICE_PORT: '0',
      SERVICES: 'ota,jobs',
      ...carrierEnvironment,
    }
    // The node dies after it noted a request as sent, and another one before it stored an answer.
    for (const [at, when] of [
      [/update status_requests set state = 'sent'/, 'after'],
      [/update status_requests set state = 'answered'/, 'before'],
    ] as const) {
      await killAt({
        databaseUrl: server.databaseUrl,
        isMoment: nth(200, at, when),
        run: (databaseUrl) => spawnNode(serverScript, { ...env, DATABASE_URL: databaseUrl }),
      })
      expect((await task()).state).toBe('running')
    }
    const nodes = [await spawnServer(env), await spawnServer(env)]
    try {
      let done = 0
      for (;;) {
        const now = await task()
        if (now.finishedAt !== null) break
        // Each step is awaited for a minute at most, so that a task that stands still ends the test.
        done = (
          await until(async () => {
            const later = await task()
            return (later.done > done || later.finishedAt !== null) && later
          })
        ).done
      }
      expect(await task()).toMatchObject({ state: 'completed', done: fleet })
      const results = await server.db.selectFrom('task_results').select(['n', 'outcome']).where('task_id', '=', id).orderBy('n').execute()
      expect(results.map(({ n }) => n)).toEqual(ids.map((_, index) => index + 1))
      const refused = results.filter(({ outcome }) => outcome === 'refused').length
      expect(refused).toBeGreaterThan(fleet * 0.01)
      expect(refused).toBeLessThan(fleet * 0.03)
      expect(await differing(server, carrier)).toEqual([])
      // A request that was sent but not stored as answered is asked for again only if the carrier had refused it.
      const refusedAt = new Set(carrier.asked.filter(({ answer }) => answer === 'refused').map(({ iccid, status }) => `${iccid} ${status}`))
      expect(askedAgain(carrier).filter((one) => !refusedAt.has(one))).toEqual([])
      expect(askedAgain(carrier).length).toBeLessThanOrEqual(2)
    } finally {
      for (const node of nodes) await node.kill()
    }
  },
)
