import { expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { Task } from '@simdeck/contract/tasks.ts'
import { startTestServer } from '@simdeck/server/testing/server.ts'
import { until } from '@simdeck/server/testing/until.ts'
import { serverScript, spawnNode, spawnServer } from '../testing/server-process.ts'
import { killAt, nth } from '../kills/kill-at.ts'
import {
  addAccount,
  addFleet,
  askedAgain,
  carrierEnvironment,
  changeAll,
  differing,
  nodeEnvironment,
  startCarrier,
} from './carrier.fixture.ts'
import { noFaults } from './carrier-faults.ts'

const fleet = 10_000
const minutes = 20

/** The task once that many SIMs have a result and, if these are all, it has ended. Throws after two minutes without a further result. */
async function progressTo(task: () => Promise<Task>, goal: number): Promise<Task> {
  for (let done = -1; ;) {
    const now = await until(async () => {
      const later = await task()
      return (later.done > done || later.finishedAt !== null) && later
    })
    if (now.finishedAt !== null || (now.done >= goal && goal < fleet)) return now
    done = now.done
  }
}

test(
  'a change of 10,000 SIMs survives kills of its nodes, with refusals, lost answers, the limit of calls and a second node',
  { timeout: minutes * 60_000 },
  async () => {
    await using carrier = await startCarrier({ callsPerSecond: 200 })
    // This server only accepts the task; other nodes run it.
    await using server = await startTestServer({ ...carrierEnvironment, SERVICES: 'ota,device' })
    const call = await server.signIn('ADMIN', 'en', true)
    await addAccount(call, carrier.url, { callsPerSecond: 250 })
    const ids = await addFleet(server, carrier, fleet, 'INVENTORY')
    const faults = { ...noFaults, refusals: 0.02, lostAnswers: 0.01 }
    carrier.faults = faults
    const { id } = await changeAll(call, ids, 'ACTIVATED')
    const task = () => call(endpoints.getTask, { params: { id } })
    const env = nodeEnvironment(server)
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
      await progressTo(task, fleet * 0.3)
      carrier.faults = { ...faults, mode: 'limited' }
      expect(await until(async () => (await task()).waitsFor)).toBe('busy')
      expect(await task()).toMatchObject({ state: 'running', waitsFor: 'busy' })
      carrier.faults = faults
      await progressTo(task, fleet * 0.5)
      await nodes.shift()?.kill()
      expect((await task()).state).toBe('running')
      nodes.push(await spawnServer(env))
      expect(await progressTo(task, fleet)).toMatchObject({ state: 'completed', done: fleet, waitsFor: null })
      const results = await server.db.selectFrom('task_results').select(['n', 'outcome']).where('task_id', '=', id).orderBy('n').execute()
      expect(results.map(({ n }) => n)).toEqual(ids.map((_, index) => index + 1))
      const refused = results.filter(({ outcome }) => outcome === 'refused').length
      expect(refused).toBeGreaterThan(fleet * 0.01)
      expect(refused).toBeLessThan(fleet * 0.03)
      const { data } = await call(endpoints.listTaskResults, { params: { id }, query: { outcome: 'refused', take: '100' } })
      expect(new Set(data.map(({ message }) => message))).toEqual(
        new Set(['The carrier refused the change: 40000022 SIM status change is not allowed.']),
      )
      expect(await differing(server, carrier)).toEqual([])
      const sims = await server.db.selectFrom('sims').select('iccid').orderBy('id').execute()
      const expected = results.map(({ outcome }) => (outcome === 'done' ? 'ACTIVATED' : 'INVENTORY'))
      expect(sims.map(({ iccid }) => carrier.devices.get(iccid)?.status)).toEqual(expected)
      // A request that was sent but not stored as answered is asked for again only if the carrier had refused it.
      const refusedAt = new Set(carrier.asked.filter(({ answer }) => answer === 'refused').map(({ iccid, status }) => `${iccid} ${status}`))
      expect(askedAgain(carrier).filter((one) => !refusedAt.has(one))).toEqual([])
      expect(askedAgain(carrier).length).toBeLessThanOrEqual(3)
    } finally {
      for (const node of nodes) await node.kill()
    }
  },
)
